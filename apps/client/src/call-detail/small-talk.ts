import type { Documentation } from '@sidetone/contract/entities/documentation.ts';

export type SmallTalkItem = NonNullable<Documentation['smallTalk']>['items'][number];

/** The items that a view shows, pinned ones first. Dismissed ones show only where they can be deleted. */
export function shownSmallTalk(items: readonly SmallTalkItem[], deletable: boolean): SmallTalkItem[] {
  const shown = items.filter(({ dismissed }) => deletable || !dismissed);
  return [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)];
}

/** The whole list with one item changed, as it is sent to the server. */
export function changeSmallTalk(
  items: readonly SmallTalkItem[],
  id: string,
  change: Partial<Pick<SmallTalkItem, 'pinned' | 'dismissed'>>,
): SmallTalkItem[] {
  return items.map((item) => (item.id === id ? { ...item, ...change } : item));
}
