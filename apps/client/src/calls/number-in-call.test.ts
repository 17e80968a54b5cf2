import { expect, test } from 'vitest';
import type { Call } from './core/call.ts';
import { testCall } from './core/testing/test-call.ts';
import { numberInCall, strangerInCall } from './number-in-call.ts';

const remote = (more: Partial<NonNullable<Call['remote']>>): Call['remote'] => ({
  name: 'Svenja Kolbe',
  organization: null,
  avatarType: 'contact',
  isTeam: false,
  contactId: 'k1',
  userId: null,
  ...more,
});
const call = (more: Partial<Call>): Call => ({
  ...testCall({ id: 'one' }),
  state: 'Established',
  number: '+494066969107',
  remote: null,
  ...more,
});

test('without a call there is no number', () => {
  expect([numberInCall([]), strangerInCall([])]).toEqual([null, null]);
});

test('the number of an unknown caller can be added to a contact', () => {
  expect([numberInCall([call({})]), strangerInCall([call({})])]).toEqual(['+494066969107', '+494066969107']);
});

test('a known caller is no stranger', () => {
  const calls = [call({ remote: remote({}) })];
  expect([numberInCall(calls), strangerInCall(calls)]).toEqual(['+494066969107', null]);
});

test.each([
  ['a withheld number', { number: null }],
  ['an extension', { number: '24' }],
  ['a colleague', { remote: remote({ isTeam: true, contactId: null, userId: 'w1' }) }],
])('%s is nothing for an address book', (_, more) => {
  expect([numberInCall([call(more)]), strangerInCall([call(more)])]).toEqual([null, null]);
});

test('the call that is heard counts of two calls', () => {
  const held = call({ hold: 'held', number: '+49301' });
  expect(numberInCall([held, call({ id: 'two' })])).toBe('+494066969107');
});
