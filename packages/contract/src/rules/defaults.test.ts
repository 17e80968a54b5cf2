import { expect, test } from 'vitest';
import { omnibarScope, searchTypes } from './defaults.ts';

test('SCONST-059: the omnibar looks everywhere, and among colleagues for who is added to a call', () => {
  expect(searchTypes.map((type) => [type, omnibarScope(type)])).toEqual([
    ['default', 'all'],
    ['click2Dial', 'all'],
    ['addParticipant', 'team'],
    ['addPhoneNumber', 'all'],
  ]);
});
