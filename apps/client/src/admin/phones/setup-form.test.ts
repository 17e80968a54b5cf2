import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { newPhoneSetup } from '@sidetone/contract/entities/phone-setup.ts';
import { expect, test } from 'vitest';
import { keyOptions, keysChanged, setupValues, takesDown } from './setup-form.ts';

test('the form of a phone is what the server takes, with its MAC address as it is printed', () => {
  const kept = { vendor: 'snom', mac: '000413aabbcc', model: 'D785', keys: ['12'] } as const;
  const values = setupValues({
    ...kept,
    keys: [...kept.keys],
    state: 'waiting',
    waitsUntil: null,
    fetchedAt: null,
    userAgent: null,
  });
  expect(values.mac).toBe('00:04:13:aa:bb:cc');
  expect(newPhoneSetup.parse(values)).toEqual(kept);
});

test.each(['00-15-65-AA-BB-CC', '0015.65aa.bbcc', '001565AABBCC', ' 00 15 65 aa bb cc '])(
  '%s is a MAC address',
  (mac) => {
    expect(newPhoneSetup.parse({ ...setupValues(null), model: 'T54W', mac }).mac).toBe('001565aabbcc');
  },
);

test.each(['', '00:15:65:aa:bb', '00:15:65:aa:bb:cg', '00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '001565aabbcc\n/../x'])(
  '%j is none',
  (mac) => {
    expect(newPhoneSetup.safeParse({ ...setupValues(null), model: 'T54W', mac }).success).toBe(false);
  },
);

test('extensions are offered by their numbers, each with its name', () => {
  const channels = [
    { name: 'Service', extensions: ['20'] },
    { name: 'Mara Voss', extensions: ['100', '11'] },
  ] as AdminChannel[];
  expect(keyOptions(channels).map(({ label }) => label)).toEqual(['11 Mara Voss', '20 Service', '100 Mara Voss']);
});

test.each([
  [['12'], null, null, false],
  [['12'], ['12', '20'], null, true],
  [['12', '20'], ['20', '12'], null, true],
  [['12'], ['12'], null, false],
  [['12'], ['12', '20'], ['12', '20'], false],
  [['12'], ['12', '20', '21'], ['12', '20'], true],
  [['12'], [], null, true],
] as const)('of a phone that has %j keys were chosen as %j and saved as %j: unsaved %s', (kept, chosen, saved, is) => {
  expect(keysChanged(kept, chosen, saved)).toBe(is);
});

test('it is asked for first where a phone that works would stop ringing', () => {
  const setup = {
    vendor: 'snom' as const,
    mac: '000413aabbcc',
    model: 'D785',
    keys: [],
    state: 'fetched' as const,
    waitsUntil: null,
    fetchedAt: null,
    userAgent: null,
  };
  expect([takesDown(null, false), takesDown(null, true), takesDown(setup, false)]).toEqual([false, true, true]);
});
