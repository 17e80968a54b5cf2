import { expect, test } from 'vitest';
import { mobileDraftOf, mobileOf, mobileProblemOf } from './mobile-draft.ts';

const berlin = { country: 'DE', areaCode: '30' };
const saved = { isOn: true, number: '+491701234567', afterSeconds: 10, inShared: true };

test('a saved mobile is the same after it was looked at, and none is none', () => {
  expect(mobileOf(mobileDraftOf(saved), berlin)).toEqual(saved);
  expect(mobileOf(mobileDraftOf(null), berlin)).toBeNull();
});

test('its number is read as people of the place type it, and asked for again where it is none', () => {
  expect(mobileOf({ ...saved, number: '0170 1234567' }, berlin)).toEqual(saved);
  for (const number of ['', '12', 'my aunt']) expect(mobileOf({ ...saved, number }, berlin)).toBe('number');
  // One that is kept for later counts as well.
  expect(mobileOf({ ...saved, isOn: false, number: '12' }, berlin)).toBe('number');
});

test('what the server refuses is said at the number', () => {
  expect(mobileProblemOf([{ path: 'mobile.number', message: 'barred' }])).toBe('barred');
  expect(mobileProblemOf([{ path: 'mobile.number', message: 'something new' }])).toBe('number');
  expect(mobileProblemOf([{ path: 'rules.1.to', message: 'barred' }])).toBeNull();
});
