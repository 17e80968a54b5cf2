import { channelFields } from '@sidetone/contract/entities/channel.ts';
import { channelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { phone } from '@sidetone/contract/entities/phone.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { failureOf, isLastOnline, usesOf } from './phone-facts.ts';

const of = (id: string, more: object = {}) =>
  phone.parse({ id, name: id, state: 'REGISTER_SUCCESS', isConnected: true, ...more });
const channel = (id: string) => ({
  ...z.object(channelFields).parse({ id, name: id, type: 'private', channelType: 'shared' }),
  extension: null,
  rev: 1,
});
const setting = (id: string, selectedPhoneId: string | null) =>
  channelSetting.parse({
    id,
    selectedPhoneId,
    selectedPhoneNumber: null,
    dialedIn: true,
    isAppExtensionActive: true,
    defaultNumber: null,
    numbers: [],
    devices: [],
    dialedSince: null,
    voicemail: null,
  });

test('the last phone online is one beside which none is switched on and registered', () => {
  const [desk, home] = [of('desk'), of('home')];
  expect(isLastOnline(desk, [desk, home])).toBe(false);
  for (const gone of [{ state: 'REGISTER' }, { isDisconnectedByUser: true }, { isConnected: false }]) {
    expect(isLastOnline(desk, [desk, of('home', gone)])).toBe(true);
    expect(isLastOnline(of('home', gone), [of('home', gone)])).toBe(false);
  }
});

test('a phone is used by channels that chose it, and by those without a choice where it is the default', () => {
  const phones = [of('desk'), of('home')];
  const channels = ['own', 'sales', 'late'].map(channel);
  const settings = [setting('own', 'home'), setting('sales', null), setting('late', 'gone')];
  const names = (id: string, defaultPhoneId: string | null, all = phones) =>
    usesOf(all.find((one) => one.id === id) ?? of(id), all, { channels, settings, defaultPhoneId }).map(
      (use) => `${use.channel.id}${use.isChosen ? ' chosen' : ''}`,
    );
  expect(names('home', null)).toEqual(['own chosen']);
  expect(names('desk', null)).toEqual([]);
  expect(names('desk', 'desk')).toEqual(['sales', 'late']);
  expect(names('home', 'desk')).toEqual(['own chosen']);
  expect(names('desk', 'gone')).toEqual([]);
  // A user with only one phone has nothing to choose.
  expect(names('desk', null, [of('desk')])).toEqual(['own', 'sales', 'late']);
});

test.each([
  ['User name or password is wrong (401 Unauthorized)', 'wrongPassword'],
  ['The registrar said 503 Service Unavailable', 'refused'],
  ['The registrar does not know line-1 (404)', 'unknownUser'],
  ['nothing leads to 10.0.0.1', 'other'],
  [null, null],
])('%s is reported as %s', (failure, told) => {
  expect(failureOf({ failure })).toBe(told);
});
