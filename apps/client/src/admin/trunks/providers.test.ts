import { newTrunk } from '@sidetone/contract/entities/trunk.ts';
import { expect, test } from 'vitest';
import { nameFor, providerIds, providers } from './providers.ts';
import { trunkBody, trunkValues } from './trunk-form.ts';

test('each provider has a place in the list', () => {
  expect(providers.map(({ id }) => id)).toEqual([...providerIds]);
});

test.each(providers)('what is filled in for $name is taken once the customer has typed the rest', (provider) => {
  const { fills, asks, unsaid } = provider;
  const typed = {
    name: provider.name,
    ...(asks.includes('host') && { host: 'trunk.example.net' }),
    ...(asks.includes('username') && { username: 'customer', password: 'secret' }),
  };
  const body = trunkBody({ ...trunkValues(null), ...fills, ...typed }, (number) => number, null);
  expect(newTrunk.safeParse(body).error).toBeUndefined();
  // Nothing is said, asked for and unknown at the same time.
  const named = [...Object.keys(fills), ...asks, ...unsaid];
  expect(new Set(named).size).toBe(named.length);
});

test('a trunk is named after its provider as long as nobody typed a name', () => {
  const [one, other] = [{ name: 'sipgate trunking' }, { name: 'Telnyx' }];
  expect(nameFor('', undefined, one)).toBe('sipgate trunking');
  expect(nameFor('sipgate trunking', one, other)).toBe('Telnyx');
  expect(nameFor('sipgate trunking', one, undefined)).toBe('');
  expect(nameFor('Our line', one, other)).toBe('Our line');
});
