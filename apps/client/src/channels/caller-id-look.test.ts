import { channelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { type Phone, phone } from '@sidetone/contract/entities/phone.ts';
import { expect, test } from 'vitest';
import { phoneLook, senderLook } from './caller-id-look.ts';

const setting = (more: object = {}) =>
  channelSetting.parse({
    id: 'c1',
    defaultNumber: '+49405550120',
    numbers: [],
    devices: [],
    dialedSince: null,
    voicemail: null,
    ...more,
  });
const someone = (state: Phone['state'], more: object = {}) =>
  phone.parse({ id: state, name: 'Desk', state, phoneNumbers: [{ phoneNumber: '+49405550199' }], ...more });

test.each([
  [null, { kind: 'number', number: '+49405550120' }],
  ['+49405550141', { kind: 'number', number: '+49405550141' }],
  ['anonymous', { kind: 'anonymous' }],
  ['suppressed', { kind: 'suppressed' }],
])('a channel with the sender %s shows %j', (selectedPhoneNumber, look) => {
  expect(senderLook(setting({ selectedPhoneNumber }))).toEqual(look);
});

test('without any number there is none to show', () => {
  expect(senderLook(setting({ defaultNumber: null }))).toEqual({ kind: 'none' });
});

test('a channel whose calls leave by a phone shows what that phone shows', () => {
  const phones = [someone('REGISTER_SUCCESS'), someone('REGISTER', { callerId: 'anonymous' })];
  expect(phoneLook(setting(), phones)).toEqual({ kind: 'choosePhone' });
  expect(phoneLook(setting({ selectedPhoneId: 'REGISTER' }), phones)).toEqual({ kind: 'anonymous' });
  expect(phoneLook(setting(), phones.slice(0, 1))).toEqual({ kind: 'number', number: '+49405550199' });
});

test('phones that are offline, failing or switched off are named as such', () => {
  expect(phoneLook(setting(), [])).toEqual({ kind: 'noPhone' });
  expect(phoneLook(setting(), [someone('REGISTER_SUCCESS', { isDisconnectedByUser: true })])).toEqual({
    kind: 'noPhone',
  });
  for (const state of ['UNREGISTER_SUCCESS', 'REGISTER_FAILED', 'UNREGISTER_FAILED', 'UNKNOWN'] as const) {
    expect(phoneLook(setting(), [someone(state)])).toEqual({ kind: 'unreachable' });
  }
});
