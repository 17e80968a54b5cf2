import { expect, test } from 'vitest';
import { emptyMobile, mobileDraftsOf, mobileProblemsOf, mobilesOf } from './mobile-draft.ts';

const berlin = { country: 'DE', areaCode: '30' };
const saved = { isOn: true, number: '+491701234567', afterSeconds: 10, times: null, inShared: true };
const none = new Map();

test('saved numbers are the same after they were looked at, and none is one to fill in', () => {
  expect(mobilesOf(mobileDraftsOf([saved]), berlin)).toEqual({ mobiles: [saved], wrong: none });
  expect(mobileDraftsOf([])).toEqual([emptyMobile]);
  expect(mobilesOf([emptyMobile, saved, emptyMobile], berlin)).toEqual({ mobiles: [saved], wrong: none });
});

test('a number is read as people of the place type it, and asked for again where it is none, or twice there', () => {
  expect(mobilesOf([{ ...saved, number: '0170 1234567' }], berlin).mobiles).toEqual([saved]);
  for (const number of ['', '12', 'my aunt'])
    expect(mobilesOf([{ ...saved, number }], berlin).wrong).toEqual(new Map([[0, 'number']]));
  // One that is kept for later counts as well.
  expect(mobilesOf([{ ...saved, isOn: false, number: '12' }], berlin).wrong).toEqual(new Map([[0, 'number']]));
  const same = { ...saved, number: '0170 1234567' };
  expect(mobilesOf([emptyMobile, saved, same], berlin).wrong).toEqual(new Map([[2, 'twice']]));
});

test('times need a day, and an end that is not their beginning', () => {
  const times = { days: ['monday' as const], from: '09:00', until: '17:00' };
  expect(mobilesOf([{ ...saved, times }], berlin).wrong).toEqual(none);
  for (const wrong of [
    { ...times, days: [] },
    { ...times, until: '09:00' },
  ])
    expect(mobilesOf([{ ...saved, times: wrong }], berlin).wrong).toEqual(new Map([[0, 'times']]));
});

test('what the server refuses is said at the number, whatever was left out before it', () => {
  const drafts = [emptyMobile, saved, { ...saved, number: '+491701234568' }];
  const at = (path: string, message: string) => [...mobileProblemsOf([{ path, message }], drafts)];
  expect(at('mobiles.0.number', 'barred')).toEqual([[1, 'barred']]);
  expect(at('mobiles.1.number', 'something new')).toEqual([[2, 'number']]);
  expect(at('mobiles.2.number', 'barred')).toEqual([]);
  expect(at('rules.1.to', 'barred')).toEqual([]);
});
