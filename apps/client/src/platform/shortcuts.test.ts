import { expect, test } from 'vitest';
import { favoriteHotkeys, ownKeys } from './shortcuts.ts';

test.each([
  { desktop: false, mac: false, keys: ['Mod+Shift+[Digit0]'] },
  { desktop: false, mac: true, keys: ['Mod+Shift+[Digit0]', 'Mod+Alt+Shift+[Digit0]'] },
  { desktop: true, mac: false, keys: ['Mod+Alt+[Digit0]'] },
  { desktop: true, mac: true, keys: ['Mod+Alt+[Digit0]'] },
])('a favorite is called by $keys where desktop is $desktop and mac is $mac', ({ keys, ...keyboard }) => {
  expect(favoriteHotkeys('0', keyboard)).toEqual(keys);
});

test('keys that browsers use themselves need Alt only on the web', () => {
  expect(ownKeys('Mod+Alt+Shift+M', { desktop: false, mac: true })).toBe('Mod+Alt+Shift+M');
  expect(ownKeys('Mod+Alt+Shift+M', { desktop: true, mac: true })).toBe('Mod+Shift+M');
});
