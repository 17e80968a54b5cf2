import { expect, test } from 'vitest';
import { mayListen } from './may-listen.ts';

const person = (id: string, supervises: boolean) => ({
  id,
  firstName: id,
  lastName: '',
  avatar: null,
  dialedIn: true,
  dialedSince: null,
  pause: null,
  answered: 0,
  status: 'ONLINE' as const,
  supervises,
});
const board = { supervisionRule: 'shown' as const, people: [person('anna', false), person('ben', true)] };
const call = { userId: 'anna', state: 'talking' as const, docId: 'pbx-1' };

test('administrators and members with the right may listen', () => {
  expect(mayListen(board, call, { id: 'boss', admin: true })).toBe(true);
  expect(mayListen(board, call, { id: 'ben', admin: false })).toBe(true);
});

test.each([
  ['a member without the right', board, call, { id: 'cleo', admin: false }],
  ['the one who talks', board, { ...call, userId: 'ben' }, { id: 'ben', admin: false }],
  ['a call that rings', board, { ...call, state: 'ringing' as const }, { id: 'boss', admin: true }],
  ['a call without a name', board, { ...call, docId: '' }, { id: 'boss', admin: true }],
  [
    'a company that does not allow it',
    { ...board, supervisionRule: 'off' as const },
    call,
    { id: 'boss', admin: true },
  ],
  ['nobody', board, call, null],
])('but not %s', (_, of, it, me) => {
  expect(mayListen(of, it, me)).toBe(false);
});
