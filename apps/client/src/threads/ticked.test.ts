import { expect, test } from 'vitest';
import { itemKey, stillListed } from './ticked.ts';

const item = (docId: string, id: string) => ({ docId, item: { id, text: 'Send the offer', checked: false } });

test('a call that has left the list is no longer ticked when it comes back', () => {
  const ticked = new Set([itemKey('pbx-1', '1'), itemKey('pbx-2', '1')]);
  const left = stillListed(ticked, [item('pbx-2', '1'), item('pbx-2', '2')]);
  expect([...left]).toEqual([itemKey('pbx-2', '1')]);
});

test('where everything is still listed the set stays the same', () => {
  const ticked = new Set([itemKey('pbx-1', '1')]);
  expect(stillListed(ticked, [item('pbx-1', '1'), item('pbx-1', '2')])).toBe(ticked);
});
