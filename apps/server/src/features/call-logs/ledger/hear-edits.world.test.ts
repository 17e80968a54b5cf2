import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ChangeFeed, notifyFeed } from '../../../documents/change-feed.ts';
import { factBoard } from '../../../events.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { someJobs } from '../../../jobs/testing/some-jobs.ts';
import type { Feature } from '../../../requests/feature.ts';
import { secretBox } from '../../../storage/secret-box.ts';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { callLogsFeature } from '../feature.ts';
import { closeLog } from '../log/close-log.ts';
import { openLog } from '../log/open-log.ts';
import { call, forgetCalls, loggingDatabase, loggingWorld, writeNoteOf } from '../testing/logging-world.ts';
import { paperCrm } from '../testing/paper-crm.ts';
import { writeKind } from './job.ts';

let database: TestDatabase;
let feed: ChangeFeed;
let jobs: Jobs;
let feature: Feature;
let stopHearing: () => void;

const anna = { userId: 'wanna', accountId: 's1' };
const crm = paperCrm();

beforeAll(async () => {
  database = await loggingDatabase();
  feed = await notifyFeed(database.url, () => {});
});
afterAll(async () => {
  await feed.stop();
  await database.drop();
});
beforeEach(async () => {
  const { db } = database;
  jobs = await someJobs(db);
  const box = secretBox(randomBytes(32));
  const facts = factBoard(() => {});
  feature = callLogsFeature({ db, box, jobs, crm, facts, feed, origin: null, log: pino({ level: 'silent' }) });
  stopHearing = feature.hears?.() ?? (() => {});
});
afterEach(async () => {
  stopHearing();
  await feature.stop?.();
  await jobs.stop();
  await sql`delete from pgboss.job`.execute(database.db);
  await forgetCalls(database.db);
});

const jobsOf = async (state: 'created' | 'completed') =>
  (
    await sql<{ seconds: number }>`select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
      where name = ${writeKind.name} and state = ${state}`.execute(database.db)
  ).rows.map(({ seconds }) => seconds);

test('a note that is saved after its log was written wakes the ledger, ten seconds later and without the watch', async () => {
  const world = loggingWorld(database.db, crm);
  const of = await call(database.db, 's-1');
  await openLog(world.parts, anna, of, false);
  await closeLog({ ...world.parts, jobs }, anna, of, true);
  await vi.waitFor(() => expect(crm.records).toHaveLength(1), 10_000);
  // The job that wrote it looks once more, and ends.
  await vi.waitFor(async () => expect(await jobsOf('completed')).toHaveLength(2), 10_000);
  expect(await jobsOf('created')).toEqual([]);

  await writeNoteOf(database.db, 's-1', '<p>Gate 4.</p>');
  await vi.waitFor(async () => expect(await jobsOf('created')).toHaveLength(1), 5_000);
  const [seconds] = await jobsOf('created');
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThanOrEqual(11);
  await vi.waitFor(() => expect(crm.records.map(({ text }) => text.includes('Gate 4.'))).toEqual([true]), 20_000);
});
