import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { removeLog } from '../log/change-log.ts';
import { closeLog } from '../log/close-log.ts';
import { openLog } from '../log/open-log.ts';
import { call, forgetCalls, loggingDatabase, loggingWorld, writeNoteOf } from '../testing/logging-world.ts';
import { type PaperCrm, paperCrm } from '../testing/paper-crm.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await forgetCalls(database.db);
});

const anna = { userId: 'wanna', accountId: 's1' };
const minute = 60_000;
const day = 24 * 60 * minute;

/** A call whose log is written. */
async function writtenCall(crm: PaperCrm) {
  const world = loggingWorld(database.db, crm);
  const of = await call(database.db, 's-1');
  await openLog(world.parts, anna, of, false);
  await closeLog(world.parts, anna, of, true);
  await world.work();
  expect(crm.records).toHaveLength(1);
  return { world, of };
}

const state = async (world: ReturnType<typeof loggingWorld>) =>
  (await world.entries()).map((one) => [one.state, one.skip_reason]);

test('an edit that could not be written for seven days is given up, and the next one is written', async () => {
  const crm = paperCrm();
  const { world } = await writtenCall(crm);
  await writeNoteOf(database.db, 's-1', '<p>Twenty rolls.</p>');
  await world.pass(minute);
  crm.faults.push('down');
  await world.work();
  await world.pass(8 * day);
  crm.faults.push('down');
  await world.work();
  expect(await state(world)).toEqual([['SKIPPED', 'gaveUp']]);
  await world.pass(day);
  await world.work();
  expect(crm.records[0]?.text).not.toContain('Twenty rolls');
  await writeNoteOf(database.db, 's-1', '<p>Forty rolls.</p>');
  expect((await world.entries())[0]).toMatchObject({ state: 'READY', attempts: 0, problem: null });
  await world.pass(minute);
  await world.work();
  expect(crm.records.map(({ text }) => text.includes('Forty rolls'))).toEqual([true]);
  expect(await state(world)).toEqual([['WRITTEN', null]]);
  const moves = await database.db.selectFrom('crm_write_events').selectAll().orderBy('id').execute();
  expect(moves.slice(-3).map(({ from_state, to_state }) => [from_state, to_state])).toEqual([
    ['SKIPPED', 'READY'],
    ['READY', 'SENDING'],
    ['SENDING', 'WRITTEN'],
  ]);
});

test('a record whose removal was given up gets no later words, and is removed where somebody asks again', async () => {
  const crm = paperCrm();
  const { world, of } = await writtenCall(crm);
  crm.faults.push('down', 'down');
  await removeLog(world.parts, anna, of);
  await world.work();
  await world.pass(8 * day);
  await world.work();
  expect(await state(world)).toEqual([['SKIPPED', 'gaveUp']]);
  await writeNoteOf(database.db, 's-1', '<p>Forty rolls.</p>');
  await world.pass(minute);
  await world.work();
  expect(await state(world)).toEqual([['SKIPPED', 'gaveUp']]);
  expect(crm.records[0]?.text).not.toContain('Forty rolls');
  await removeLog(world.parts, anna, of);
  await world.work();
  expect(crm.records).toEqual([]);
  await closeLog(world.parts, anna, of, true);
  await world.work();
  expect(crm.records.map(({ text }) => text.includes('Forty rolls'))).toEqual([true]);
});
