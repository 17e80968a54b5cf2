import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';

/** Where a row is in its channel's list. */
export function placeOf({ id, call }: InboxRow): InboxPlace {
  return { startedAt: call.startedAt, id };
}

/** Negative where `a` is above `b`: newest first, calls of the same moment by their ids, as the server orders them. */
export function comparePlaces(a: InboxPlace, b: InboxPlace): number {
  const byTime = Date.parse(b.startedAt) - Date.parse(a.startedAt);
  if (byTime !== 0) return byTime;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
