import type { InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';

/** What a row has to say so that it can be one of a list in ranges. */
export interface RangedRow {
  readonly id: string;
  /** The day of the account's time zone, `yyyy-MM-dd`. */
  readonly day: string;
  readonly groupSize: number;
  readonly call: { readonly startedAt: string };
}

/** Where a row is in its list. */
export function placeOf({ id, call }: RangedRow): InboxPlace {
  return { startedAt: call.startedAt, id };
}

/** Negative where `a` is above `b`: newest first, calls of the same moment by their ids, as the server orders them. */
export function comparePlaces(a: InboxPlace, b: InboxPlace): number {
  const byTime = Date.parse(b.startedAt) - Date.parse(a.startedAt);
  if (byTime !== 0) return byTime;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
