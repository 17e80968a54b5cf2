import { expect, test } from 'vitest';
import { cameFor } from './contacts-search.ts';

test('the purpose of a visit goes along to a form, and nothing else of the address', () => {
  const search = { onboarding: 'favorites', origin: '/onboarding/favorites', contact: 'k1', number: '+49301' };
  expect(cameFor(search)).toEqual({ onboarding: 'favorites', origin: '/onboarding/favorites' });
  expect(cameFor({ onboarding: 'nothing known' })).toEqual({});
});
