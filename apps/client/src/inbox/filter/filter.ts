import type { InboxFilter } from '@sidetone/contract/entities/inbox-filter.ts';

type Changes = { [Part in keyof InboxFilter]?: InboxFilter[Part] | undefined };

/** A filter with some parts changed, `undefined` removes a part; null where no part is left. */
export function changed(filter: InboxFilter | null, changes: Changes): InboxFilter | null {
  const parts = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined);
  return parts.length === 0 ? null : (Object.fromEntries(parts) as InboxFilter);
}
