import { phone } from '@sidetone/contract/entities/phone.ts';
import { expect, test } from 'vitest';
import { phoneOfCall } from './phone-of-call.ts';

const of = (id: string, more: object = {}) =>
  phone.parse({ id, name: id, state: 'REGISTER_SUCCESS', isConnected: true, ...more });
const phones = [of('first'), of('second'), of('third'), of('off', { isDisconnectedByUser: true })];
const wanted = (more: Partial<Parameters<typeof phoneOfCall>[1]>) =>
  phoneOfCall(phones, { phoneId: null, ofChannel: null, usual: null, ...more })?.id ?? null;

test("a call leaves by the phone chosen for it, else by the channel's, the default one, or the first", () => {
  expect(wanted({})).toBe('first');
  expect(wanted({ usual: 'second' })).toBe('second');
  expect(wanted({ usual: 'second', ofChannel: 'third' })).toBe('third');
  expect(wanted({ usual: 'second', ofChannel: 'third', phoneId: 'first' })).toBe('first');
});

test('a phone that is switched off, not registered or gone is passed over, unless it was chosen for this call', () => {
  expect(wanted({ ofChannel: 'off', usual: 'second' })).toBe('second');
  expect(wanted({ ofChannel: 'gone', usual: 'off' })).toBe('first');
  expect(wanted({ phoneId: 'off' })).toBeNull();
  expect(phoneOfCall([of('x', { state: 'REGISTER' })], { phoneId: null, ofChannel: 'x', usual: 'x' })).toBeNull();
});
