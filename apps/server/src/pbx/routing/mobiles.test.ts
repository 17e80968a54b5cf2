import { expect, test } from 'vitest';
import { type Mobile, mobilesOf } from './mobiles.ts';

const mobile = (number: string): Mobile => ({ number, afterSeconds: 5, inShared: true }) as Mobile;
const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `u${String(at + from).padStart(2, '0')}`);

test('the mobiles of those who ring count, not those of members before them who are off duty', () => {
  const mobiles = new Map(ids(14).map((id, at) => [id, mobile(`+4917012345${10 + at}`)] as const));
  const rings = ids(3, 11);
  expect(mobilesOf(mobiles, rings).map(({ userId }) => userId)).toEqual(rings);
});

test('at most ten begin to ring together, and a number that two users share rings once', () => {
  const mobiles = new Map(ids(14).map((id, at) => [id, mobile(`+491701234${500 + Math.floor(at / 2)}`)] as const));
  expect(mobilesOf(mobiles, ids(14)).map(({ userId }) => userId)).toEqual([
    'u00',
    'u02',
    'u04',
    'u06',
    'u08',
    'u10',
    'u12',
  ]);
  const own = new Map(ids(14).map((id, at) => [id, mobile(`+4917012345${10 + at}`)] as const));
  expect(mobilesOf(own, ids(14))).toHaveLength(10);
});
