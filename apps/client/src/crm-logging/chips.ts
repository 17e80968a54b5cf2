import type { CallLogEntity } from '@sidetone/contract/entities/call-log.ts';
import { type CrmWriteState, type SkipReason, skipReasons } from '@sidetone/contract/rules/crm/write-states.ts';

/** How an entry of a log stands, as its chip says it. */
export type ChipState =
  /** Chosen, and nothing is to be written yet. */
  | 'chosen'
  | 'waiting'
  /** The CRM is signed out. */
  | 'blocked'
  /** Nobody knows yet whether it arrived. */
  | 'checking'
  | 'written'
  | 'refused'
  | 'skipped'
  /** Someone deleted it in the CRM. */
  | 'gone'
  | 'removing'
  /** Of a CRM that is no longer connected, where its owner is somebody else, or nobody knows. SLOG-014 */
  | 'unknown';

const stateOf: Record<CrmWriteState, ChipState> = {
  DRAFT: 'chosen',
  READY: 'waiting',
  SENDING: 'waiting',
  WAITING: 'waiting',
  BLOCKED: 'blocked',
  UNCLEAR: 'checking',
  WRITTEN: 'written',
  REFUSED: 'refused',
  SKIPPED: 'skipped',
  GONE: 'gone',
  REMOVING: 'removing',
  REMOVED: 'chosen',
};

type Entry = Pick<CallLogEntity, 'integrationId' | 'ownedBy' | 'state'>;

/** The state of a chip. `connected`: ids of connections that take calls; `me`: who looks at it, null while that is unknown. */
export function chipState(
  { integrationId, ownedBy, state }: Entry,
  connected: ReadonlySet<string>,
  me: string | null,
): ChipState {
  const isOwn = ownedBy !== null && ownedBy === me;
  if (!connected.has(integrationId) && !isOwn) return 'unknown';
  return state === null ? 'chosen' : stateOf[state];
}

/** Why nothing was written, where the server says it by its name; null where it says it in words, or says nothing. */
export const skipReasonOf = (problem: string | null): SkipReason | null =>
  skipReasons.find((reason) => reason === problem) ?? null;

/** Trying again helps: nothing else would be done before an hour, or ever. */
export const canRetry = (state: ChipState): boolean =>
  state === 'refused' || state === 'waiting' || state === 'blocked';

/** The worst that a log has to say of its entries; null where there is nothing to say. */
export function worstOf(states: readonly ChipState[]): ChipState | null {
  const order: readonly ChipState[] = [
    'refused',
    'checking',
    'blocked',
    'gone',
    'waiting',
    'removing',
    'skipped',
    'written',
  ];
  return order.find((state) => states.includes(state)) ?? null;
}
