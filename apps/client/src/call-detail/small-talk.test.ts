import { expect, test } from 'vitest';
import { changeSmallTalk, type SmallTalkItem, shownSmallTalk } from './small-talk.ts';

const item = (id: string, changes: Partial<SmallTalkItem> = {}): SmallTalkItem => ({
  id,
  topic: id,
  description: '',
  pinned: false,
  dismissed: false,
  ...changes,
});
const ids = (items: readonly SmallTalkItem[]) => items.map(({ id }) => id);

test('dismissed items are hidden, unless they can be deleted there', () => {
  const items = [item('a'), item('b', { dismissed: true }), item('c', { pinned: true })];
  expect(ids(shownSmallTalk(items, false))).toEqual(['c', 'a']);
  expect(ids(shownSmallTalk(items, true))).toEqual(['c', 'a', 'b']);
});

test('a change of one item leaves the rest of the list and its order unchanged', () => {
  const items = [item('a'), item('b', { dismissed: true }), item('c')];
  expect(changeSmallTalk(items, 'c', { pinned: true })).toEqual([items[0], items[1], item('c', { pinned: true })]);
});
