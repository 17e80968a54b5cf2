import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';

type OpenItem = ThreadInfo['openActionItems'][number];

/** What an item of a thread is told apart by: its own id is unique within its call alone. */
export const itemKey = (docId: string, itemId: string): string => `${docId} ${itemId}`;

/** The ticked ones that are still listed; the same set where they all are. Who comes back later is not ticked. */
export function stillListed(ticked: ReadonlySet<string>, items: readonly OpenItem[]): ReadonlySet<string> {
  const listed = new Set(items.map(({ docId, item }) => itemKey(docId, item.id)));
  const kept = [...ticked].filter((key) => listed.has(key));
  return kept.length === ticked.size ? ticked : new Set(kept);
}
