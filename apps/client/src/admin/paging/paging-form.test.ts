import { newPagingGroup } from '@sidetone/contract/entities/paging-group.ts';
import { expect, test } from 'vitest';
import { pagingShape, pagingValues } from './paging-form.ts';

test('a new group begins with the first number that no other has, for all to page', () => {
  expect(pagingValues(null, [])).toMatchObject({ number: '1', longestSeconds: 120 });
  expect(pagingValues(null, ['2', '1', '4'])).toMatchObject({ number: '3' });
  const read = newPagingGroup.parse(pagingShape({ ...pagingValues(null, []), name: ' Shop ' }));
  expect(read).toEqual({ name: 'Shop', number: '1', longestSeconds: 120, memberIds: [], callerIds: null });
});

test('who may page is kept while the choice is on all, and sent only where it is not', () => {
  const group = {
    id: 'g1',
    rev: 1,
    name: 'Shop',
    number: '7',
    memberIds: ['wa', 'wb'],
    callerIds: ['wa'],
    longestSeconds: 30,
    phones: 2,
    revision: 0,
  };
  const values = pagingValues(group, ['7']);
  expect(values).toMatchObject({ mayPage: 'chosen', callerIds: ['wa'] });
  expect(pagingShape(values)).toMatchObject({ callerIds: ['wa'] });
  expect(pagingShape({ ...values, mayPage: 'everybody' })).toMatchObject({ callerIds: null });
});

test('a group is refused with a number of a zero, a time that is too long, or 200 members', () => {
  const shape = (more: object) => newPagingGroup.safeParse({ name: 'Shop', number: '7', ...more }).success;
  expect(shape({})).toBe(true);
  expect(shape({ number: '07' })).toBe(false);
  expect(shape({ longestSeconds: 601 })).toBe(false);
  expect(shape({ memberIds: Array.from({ length: 200 }, (_none, at) => `w${at}`) })).toBe(false);
  expect(newPagingGroup.parse({ name: 'Shop', number: '7', memberIds: ['wa', 'wa'] }).memberIds).toEqual(['wa']);
});
