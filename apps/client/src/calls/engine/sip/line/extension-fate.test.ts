import type { SipExtension } from '@sidetone/contract/entities/app-extension.ts';
import { expect, test } from 'vitest';
import { type ExtensionFate, fateOf, isRefusal } from './extension-fate.ts';

const used: SipExtension = {
  username: 'e1',
  password: 'first',
  sipServer: 'phones.example',
  sipServerWebsocketUrl: 'wss://phones.example/sip',
};
const server = (now: SipExtension | null) => ({ currentExtension: async () => now });

test.each<[what: string, now: SipExtension | null, fate: ExtensionFate]>([
  ['the same one', { ...used }, { became: 'same' }],
  ['the same one by another way', { ...used, sipServerWebsocketUrl: 'wss://other.example/sip' }, { became: 'same' }],
  ['one with a new password', { ...used, password: 'second' }, { became: 'renewed', password: 'second' }],
  ['another one', { ...used, username: 'e2' }, { became: 'changed' }],
  ['none', null, { became: 'gone' }],
])('%s', async (_what, now, fate) => expect(await fateOf(used, server(now))).toEqual(fate));

test('an app extension is kept while the server cannot be asked', async () => {
  const server = { currentExtension: () => Promise.reject(new Error('no network')) };
  expect(await fateOf(used, server)).toEqual({ became: 'same' });
});

test.each([
  [401, true],
  [403, true],
  [404, true],
  [407, true],
  [400, false],
  [408, false],
  [500, false],
  [503, false],
  [null, false],
])('%s is a refusal: %s', (status, refused) => expect(isRefusal(status)).toBe(refused));
