import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { settleMs } from '../ledger/schedule.ts';
import { settleAttempt } from '../ledger/settle.ts';
import { takeEntry } from '../ledger/take.ts';
import { closeLog } from '../log/close-log.ts';
import { openLog } from '../log/open-log.ts';
import { call, forgetCalls, loggingDatabase, loggingWorld } from '../testing/logging-world.ts';
import { type Fault, paperCrm } from '../testing/paper-crm.ts';
import { actOnEntry } from './act.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());

const anna = { userId: 'wanna', accountId: 's1' };

/** A call whose request to its CRM ended with a fault, so that nobody knows whether it arrived. */
async function unclear(certainty: 'found' | 'foundLater' | 'blind', fault: Fault) {
  await forgetCalls(database.db);
  const crm = paperCrm(certainty);
  const world = loggingWorld(database.db, crm);
  const of = await call(database.db, 's-1');
  await openLog(world.parts, anna, of, false);
  await closeLog(world.parts, anna, of, true);
  crm.faults.push(fault);
  await world.work();
  const stateOf = async () => (await world.entries())[0]?.state;
  expect(await stateOf()).toBe('UNCLEAR');
  const looks = async () => {
    const [entry] = await world.entries();
    await actOnEntry(world.parts, { ...anna, address: '127.0.0.1' }, entry?.id ?? '', 'lookNow', {});
    await world.work();
  };
  return { ...world, crm, stateOf, looks };
}

test('what arrived is found immediately, and is written once', async () => {
  const { crm, stateOf, looks } = await unclear('found', 'lostAnswer');
  await looks();
  expect(await stateOf()).toBe('WRITTEN');
  expect(crm.records).toHaveLength(1);
});

test('a look that comes before the CRM could know sends nothing again, and the usual one follows', async () => {
  const { crm, stateOf, looks, pass, work } = await unclear('found', 'lostRequest');
  await looks();
  await looks();
  expect(await stateOf()).toBe('UNCLEAR');
  expect(crm.requests).toEqual(['write', 'find', 'find']);
  await pass(settleMs + 1000);
  await work();
  expect(await stateOf()).toBe('WRITTEN');
  expect(crm.requests).toEqual(['write', 'find', 'find', 'find', 'write']);
});

test('where two looks have to find nothing, pressing twice is no second look', async () => {
  const { crm, stateOf, looks, pass } = await unclear('foundLater', 'lostRequest');
  await pass(settleMs + 61_000);
  await looks();
  await looks();
  expect(await stateOf()).toBe('UNCLEAR');
  expect(crm.records).toEqual([]);
});

test('a look that is under way does not count beside the one that was asked for', async () => {
  const { crm, ledger, parts, entries, stateOf, pass } = await unclear('foundLater', 'lostRequest');
  await pass(settleMs + 61_000);
  const [entry] = await entries();
  const id = entry?.id ?? '';
  const side = { certainty: crm.certainty, lookupLagMs: crm.lookupLagMs } as const;
  const looking = async () => {
    const attempt = await takeEntry(database.db, id, {
      side,
      times: ledger.times,
      unitsOf: (_name, entities) => [{ name: 'main', entities }],
    });
    if (attempt === null) throw new Error('Nothing is looked up.');
    const settled = { attempt, ending: { kind: 'absent' }, side, now: new Date(), random: 0 } as const;
    return () => settleAttempt(database.db, settled);
  };
  const first = await looking();
  await actOnEntry(parts, { ...anna, address: '127.0.0.1' }, id, 'lookNow', {});
  const second = await looking();
  await first();
  await second();
  expect(await stateOf()).toBe('UNCLEAR');
  expect((await entries())[0]?.looks).toBe(1);
});

test('what nobody can look up, and what is known, is not looked up', async () => {
  const { looks } = await unclear('blind', 'lostAnswer');
  await expect(looks()).rejects.toMatchObject({ code: 'CONFLICT' });
  const known = await unclear('found', 'lostAnswer');
  await known.looks();
  await expect(known.looks()).rejects.toMatchObject({ code: 'CONFLICT' });
});
