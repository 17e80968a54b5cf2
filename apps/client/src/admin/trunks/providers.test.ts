import { newTrunk } from '@sidetone/contract/entities/trunk.ts';
import { expect, test } from 'vitest';
import { providerIds, providers } from './providers.ts';
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
