import type { CallLogEntity, CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import { type ListMove, moveKeys } from '#ui/list-keys.ts';

/** The overlay in which records of CRMs are picked. */
export interface Picker {
  readonly open: boolean;
  readonly text: string;
  /** Null for all kinds. */
  readonly type: EntityType | null;
  /** Key of the marked record, see `keyOf`; null for the first that can be picked. */
  readonly marked: string | null;
}

export type PickerEvent =
  | { readonly is: 'opened' }
  | { readonly is: 'closed' }
  | { readonly is: 'typed'; readonly text: string }
  | { readonly is: 'chose'; readonly type: EntityType | null }
  | { readonly is: 'moved'; readonly by: ListMove; readonly among: readonly CrmEntity[] };

export const closedPicker: Picker = { open: false, text: '', type: null, marked: null };

/** Moves the overlay. It opens as it was first, and each search marks its first record. */
export function pickerStep(before: Picker, event: PickerEvent): Picker {
  switch (event.is) {
    case 'opened':
      return { ...closedPicker, open: true };
    case 'closed':
      return closedPicker;
    case 'typed':
      return { ...before, text: event.text, marked: null };
    case 'chose':
      return { ...before, type: event.type, marked: null };
    case 'moved':
      return { ...before, marked: markedAfter(before.marked, event.by, event.among) };
  }
}

/** The record that Enter picks; null where there is none. */
export function markedOf({ marked }: Picker, shown: readonly CrmEntity[]): CrmEntity | null {
  const able = shown.filter(canPick);
  return able.find((one) => keyOf(one) === marked) ?? able[0] ?? null;
}

function markedAfter(marked: string | null, by: ListMove, shown: readonly CrmEntity[]): string | null {
  const able = shown.filter(canPick);
  if (able.length === 0) return null;
  const at = Math.max(
    0,
    able.findIndex((one) => keyOf(one) === marked),
  );
  const next = { down: at + 1, up: at - 1, pageDown: at + 5, pageUp: at - 5, first: 0, last: able.length - 1 }[by];
  const place = by === 'down' || by === 'up' ? (next + able.length) % able.length : next;
  return keyOf(able[Math.min(able.length - 1, Math.max(0, place))] as CrmEntity);
}

/** The move that a key makes in the list; null for keys that belong to the text. */
export function moveOfKey(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): ListMove | null {
  if (event.metaKey || event.ctrlKey || event.altKey || event.key === 'Home' || event.key === 'End') return null;
  return moveKeys[event.key.toLowerCase()] ?? null;
}

/** A record's name within the account. */
export const keyOf = ({ integrationId, type, id }: Pick<CrmEntity, 'integrationId' | 'type' | 'id'>): string =>
  `${integrationId}:${type}:${id}`;

/** What the CRM does not show to the connection cannot be logged to either. */
export const canPick = ({ isHidden }: CrmEntity): boolean => !isHidden;

/**
 * The records that the overlay shows: those found, of the chosen kind, without what the call is logged to already, each
 * once.
 */
export function offered(
  found: readonly CrmEntity[],
  chosen: readonly Pick<CallLogEntity, 'id'>[],
  type: EntityType | null,
): CrmEntity[] {
  const seen = new Set(chosen.map(({ id }) => id));
  return found.filter((one) => {
    const key = keyOf(one);
    if (seen.has(key) || (type !== null && one.type !== type)) return false;
    seen.add(key);
    return true;
  });
}

/** Kinds that any of the connected CRMs takes calls for, in the order in which they name them. */
export const kindsOf = (crms: readonly { readonly callLoggingEntityTypes: readonly EntityType[] }[]): EntityType[] => [
  ...new Set(crms.flatMap(({ callLoggingEntityTypes }) => callLoggingEntityTypes)),
];
