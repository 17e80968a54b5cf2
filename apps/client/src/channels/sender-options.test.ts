import { channelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { phone } from '@sidetone/contract/entities/phone.ts';
import { expect, test } from 'vitest';
import { rememberedOption } from './click-to-dial-sender.ts';
import { numberOptions, phoneOptions, usualOption } from './sender-options.ts';

const words = { anonymous: 'Anonymous', suppressed: 'Suppressed' };
const channel = (id: string) => ({ channel: { id } as never, name: `Channel ${id}` });
const setting = (id: string, numbers: string[], selectedPhoneNumber: string | null = null) =>
  channelSetting.parse({
    id,
    selectedPhoneNumber,
    defaultNumber: numbers[0] ?? null,
    devices: [],
    dialedSince: null,
    voicemail: null,
    numbers: numbers.map((phoneNumber) => ({ phoneNumber, label: null, isOwn: false })),
  });

const settings = [setting('a', ['+49301', '+49302']), setting('b', ['+49401'], 'anonymous'), setting('c', [])];
const options = numberOptions([channel('a'), channel('b'), channel('c')], settings, words);

test('each channel offers its numbers and to withhold them; one without a number offers nothing', () => {
  expect(options.map(({ id }) => id)).toEqual([
    'a +49301',
    'a +49302',
    'a anonymous',
    'a suppressed',
    'b +49401',
    'b anonymous',
    'b suppressed',
  ]);
});

test('the usual caller ID of a channel is its choice, else its number', () => {
  expect(usualOption(options, 'a', settings[0] ?? null, null)?.id).toBe('a +49301');
  expect(usualOption(options, 'b', settings[1] ?? null, null)?.id).toBe('b anonymous');
  expect(usualOption(options, 'c', settings[2] ?? null, null)).toBeNull();
});

const ofPhone = (id: string, more: object = {}) =>
  phone.parse({ id, name: id, state: 'REGISTER_SUCCESS', isConnected: true, callerId: '+49501', ...more });

test('phones that are connected can be used for calls, the usual one first', () => {
  const phones = [ofPhone('one'), ofPhone('off', { isDisconnectedByUser: true }), ofPhone('two')];
  const offered = phoneOptions('a', phones);
  expect(offered.map(({ phoneId }) => phoneId)).toEqual(['one', 'two']);
  expect(usualOption(offered, 'a', null, 'two')?.phoneId).toBe('two');
  expect(usualOption(offered, 'a', null, 'gone')?.phoneId).toBe('one');
  const ofChannel = { ...setting('a', []), selectedPhoneId: 'one' };
  expect(usualOption(offered, 'a', ofChannel, 'two')?.phoneId).toBe('one');
});

test('a remembered choice counts while it exists, and only in its own generation', () => {
  const number = { channelId: 'b', phoneNumber: '+49401', channelPhoneId: null };
  const device = { channelId: 'a', phoneId: 'one', channelPhoneId: null };
  expect(rememberedOption(options, number)?.id).toBe('b +49401');
  expect(rememberedOption(options, { ...number, phoneNumber: '+49999' })).toBeNull();
  expect(rememberedOption(options, device)).toBeNull();
  expect(rememberedOption(phoneOptions('a', [ofPhone('one')]), device)?.phoneId).toBe('one');
  expect(rememberedOption(phoneOptions('a', [ofPhone('one')]), number)).toBeNull();
});
