import { expect, test } from 'vitest';
import { alongOf } from '../calls/invite/mobiles.ts';
import { type Mobile, mobilesFor, mobilesOf } from './mobiles.ts';
import { someMember } from './testing/some-channel.ts';

const mobile = (number: string, given: Partial<Mobile> = {}): Mobile => ({
  number,
  afterSeconds: 5,
  times: null,
  ...given,
});
const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `u${String(at + from).padStart(2, '0')}`);

test('the mobiles of those who ring count, not those of members before them who are off duty', () => {
  const mobiles = new Map(ids(14).map((id, at) => [id, [mobile(`+4917012345${10 + at}`)]] as const));
  const rings = ids(3, 11);
  expect(mobilesOf(mobiles, rings).map(({ userId }) => userId)).toEqual(rings);
});

test('at most ten begin to ring together, and a number that two users share rings once', () => {
  const mobiles = new Map(ids(14).map((id, at) => [id, [mobile(`+491701234${500 + Math.floor(at / 2)}`)]] as const));
  expect(mobilesOf(mobiles, ids(14)).map(({ userId }) => userId)).toEqual([
    'u00',
    'u02',
    'u04',
    'u06',
    'u08',
    'u10',
    'u12',
  ]);
  const own = new Map(ids(14).map((id, at) => [id, [mobile(`+4917012345${10 + at}`)]] as const));
  expect(mobilesOf(own, ids(14))).toHaveLength(10);
});

test('no second number rings before the first one of every user', () => {
  const mobiles = new Map(
    ids(6).map((id, at) => [id, [mobile(`+491701110${at}`), mobile(`+491702220${at}`)]] as const),
  );
  const numbers = mobilesOf(mobiles, ids(6)).map(({ number }) => number.slice(3, 7));
  expect(numbers).toEqual([...Array.from({ length: 6 }, () => '1701'), ...Array.from({ length: 4 }, () => '1702')]);
});

test('each number rings at its own times, by the clock of the account, and never for the caller who has it', () => {
  const office = { days: ['monday' as const], from: '09:00', until: '17:00' };
  const night = { days: ['monday' as const], from: '17:00', until: '09:00' };
  const members = [
    someMember('anna', { mobiles: [mobile('+49171', { times: office }), mobile('+49172', { times: night })] }),
    someMember('ben', { mobiles: [mobile('+49173', { times: night })] }),
    someMember('cleo'),
  ];
  const at = (time: string, caller: string | null = null) =>
    [...mobilesFor({ members, timeZone: 'Europe/Berlin' }, caller, new Date(time))].map(([userId, ringing]) => [
      userId,
      ...ringing.map(({ number }) => number),
    ]);
  // Berlin is an hour before UTC in winter.
  expect(at('2026-11-30T07:59:59Z')).toEqual([]);
  expect(at('2026-11-30T08:00:00Z')).toEqual([['anna', '+49171']]);
  expect(at('2026-11-30T08:00:00Z', '+49171')).toEqual([]);
  expect(at('2026-11-30T16:00:00Z')).toEqual([
    ['anna', '+49172'],
    ['ben', '+49173'],
  ]);
  // The night of Monday lasts into Tuesday.
  expect(at('2026-12-01T07:59:00Z', '+49173')).toEqual([['anna', '+49172']]);
});

test('without a device the first number rings immediately, and the others as long after it', () => {
  const mobiles = new Map([
    ['anna', [mobile('+49171', { afterSeconds: 20 }), mobile('+49172', { afterSeconds: 5 })]],
    ['ben', [mobile('+49173', { afterSeconds: 10 })]],
  ]);
  const waits = (contacts: readonly string[]) =>
    alongOf(
      mobiles,
      ['anna', 'ben'],
      contacts.map((userId) => ({ userId })),
    ).map(({ number, afterMs }) => [number, afterMs]);
  expect(waits(['anna', 'ben'])).toEqual([
    ['+49171', 20_000],
    ['+49173', 10_000],
    ['+49172', 5000],
  ]);
  expect(waits(['ben'])).toEqual([
    ['+49171', 15_000],
    ['+49173', 10_000],
    ['+49172', 0],
  ]);
});
