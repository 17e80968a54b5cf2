import { expect, test } from 'vitest';
import { afterLook, type DomainState } from './proof-steps.ts';

const day = (count: number) => new Date(Date.UTC(2026, 10, 1 + count));
const waiting: DomainState = { state: 'waiting', missingSince: null };
const proved: DomainState = { state: 'proved', missingSince: null };

test('a record proves a domain that waits, and one that was lost', () => {
  expect(afterLook(waiting, 'found', day(0))).toEqual(proved);
  expect(afterLook({ state: 'lost', missingSince: null }, 'found', day(0))).toEqual(proved);
});

test('a domain without its record is lost after seven days, and not when the record comes back before', () => {
  const missing = afterLook(proved, 'noRecord', day(0));
  expect(missing).toEqual({ state: 'proved', missingSince: day(0) });
  expect(afterLook(missing, 'otherRecord', day(6))).toEqual(missing);
  expect(afterLook(missing, 'found', day(6))).toEqual(proved);
  expect(afterLook(missing, 'noSuchDomain', day(7))).toEqual({ state: 'lost', missingSince: null });
});

test('a name service that does not answer changes nothing, however long', () => {
  const missing: DomainState = { state: 'proved', missingSince: day(0) };
  for (const state of [waiting, proved, missing]) expect(afterLook(state, 'noAnswer', day(90))).toEqual(state);
  expect(afterLook(waiting, 'taken', day(90))).toEqual(waiting);
});
