import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';
import { expect, test } from 'vitest';
import { changesFor, departmentsOf, numbersFor, refusedUser, undoOf } from './bulk-changes.ts';

const user = (id: string, more: Partial<AdminUser> = {}): AdminUser =>
  ({
    id,
    department: null,
    locale: 'de',
    admin: false,
    channelIds: [],
    extensions: [],
    numbers: [],
    ...more,
  }) as unknown as AdminUser;
const channels = (entries: readonly (readonly [string, boolean])[] = []) => new Map(entries);

test('only what differs is changed, and only for those who differ', () => {
  const users = [user('w1', { department: 'Sales', channelIds: ['c1'] }), user('w2', { channelIds: ['c2'] })];
  const wanted = {
    department: 'Sales',
    channels: channels([
      ['c1', true],
      ['c2', false],
    ]),
  };
  expect(changesFor(users, wanted)).toEqual([
    { userId: 'w2', change: { department: 'Sales', joinChannelIds: ['c1'], leaveChannelIds: ['c2'] } },
  ]);
  expect(changesFor(users, { locale: 'de', admin: false, channels: channels() })).toEqual([]);
  expect(changesFor(users, { department: null, channels: channels() })).toEqual([
    { userId: 'w1', change: { department: null } },
  ]);
});

test('undoing puts back what each of them had', () => {
  const users = [user('w1', { department: 'Sales', admin: true }), user('w2', { department: 'Office' })];
  const changes = changesFor(users, { department: 'Workshop', admin: false, channels: channels([['c1', true]]) });
  expect(undoOf(users, changes)).toEqual([
    { userId: 'w1', change: { department: 'Sales', admin: true, leaveChannelIds: ['c1'] } },
    { userId: 'w2', change: { department: 'Office', leaveChannelIds: ['c1'] } },
  ]);
  expect(undoOf(users, [{ userId: 'w1', change: { isActive: false, addNumbers: ['+49301'] } }])).toEqual([
    { userId: 'w1', change: { isActive: true, removeNumbers: ['+49301'] } },
  ]);
});

test('direct numbers follow extensions: own ones stay, taken ones and those outside of the block are none', () => {
  const block = Array.from({ length: 90 }, (_none, at) => `+4930123456${at + 10}`);
  const numbers = ['+49301234560', ...block].map((id) => ({
    id,
    channelId: id.endsWith('5624') ? 'c-own' : /562[56]$/.test(id) ? 'c-other' : null,
  }));
  const users = [
    user('w1', { extensions: ['23'] }),
    user('w2', { extensions: ['24'], numbers: ['+493012345624'] }),
    user('w3', { extensions: ['25'] }),
    user('w4', { extensions: ['105'] }),
    user('w5'),
    user('w6', { extensions: ['26'] }),
  ];
  expect(numbersFor(users, numbers).map(({ user: { id }, number, isOwn }) => [id, number, isOwn])).toEqual([
    ['w1', '+493012345623', false],
    ['w2', '+493012345624', true],
    ['w3', null, false],
    ['w4', null, false],
    ['w6', null, false],
  ]);
});

test('departments are named once, in order', () => {
  expect(
    departmentsOf([user('w1', { department: 'Sales' }), user('w2'), user('w3', { department: 'Office' })]),
  ).toEqual(['Office', 'Sales']);
});

test('nobody who is deactivated joins a queue', () => {
  const users = [user('w1', { state: 'deactivated' })];
  expect(changesFor(users, { channels: channels([['c1', true]]) })).toEqual([]);
});

test('a refusal names its user', () => {
  const users = [user('w1'), user('w2')];
  const changes = [{ userId: 'w2', change: { admin: true } }];
  expect(refusedUser(users, changes, [{ path: 'users.0.addNumbers' }])?.id).toBe('w2');
  expect(refusedUser(users, changes, [{ path: 'body' }])).toBeUndefined();
  expect(refusedUser(users, changes, [])).toBeUndefined();
});
