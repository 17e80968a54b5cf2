import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';

type OpenItem = ThreadInfo['openActionItems'][number];

/** The key of an item in a thread: its own id is unique only within its call. */
export const itemKey = (docId: string, itemId: string): string => `${docId} ${itemId}`;

/**
 * The ticked items that are still listed; the same set where they all are. An item that comes back later is not ticked.
 */
export function stillListed(ticked: ReadonlySet<string>, items: readonly OpenItem[]): ReadonlySet<string> {
  const listed = new Set(items.map(({ docId, item }) => itemKey(docId, item.id)));
  const kept = [...ticked].filter((key) => listed.has(key));
  return kept.length === ticked.size ? ticked : new Set(kept);
}
