import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { captureKeeper } from '../features/sounds/captures.ts';
import { someJobs } from '../jobs/testing/some-jobs.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { healKind, jobIdOf, transcribeKind } from './call-jobs.ts';
import { askForDocumentation } from './documenting.ts';
import { heal } from './heal.ts';
import { documentedWorld, modelAnalysis, someServices, switchOn } from './testing/documented-world.ts';
import { killedLines as lines, tonesHeard, writePlanted } from './testing/planted-call.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await switchOn(database.db);
});
afterAll(() => database.drop());
const worlds: Awaited<ReturnType<typeof documentedWorld>>[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
});

/** Where the database holds a life up: what it wrote there is not committed yet. */
const held: Readonly<Record<string, string>> = {
  'answer of a piece': 'before insert on heard_pieces for each row',
  'end of the transcript': 'before insert on transcript_words for each row',
  'answer of the model': "before update on ai_runs for each row when (new.outcome = 'done' and new.step = 'document')",
};

/** Has the database hold up whoever writes there; `begun` fulfils once somebody is. */
async function holdUp(where: string | undefined) {
  if (where === undefined) return null;
  const { db } = database;
  await sql`create or replace function held_up() returns trigger language plpgsql as
    'begin perform pg_sleep(60); return new; end'`.execute(db);
  const [, table = ''] = / on (\w+)/.exec(where) ?? [];
  await sql.raw(`create trigger held_up ${where} execute function held_up()`).execute(db);
  const sleeping = () =>
    sql<{ pid: number }>`select pid from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`.execute(db);
  return {
    begun: () => vi.waitFor(async () => expect((await sleeping()).rows).not.toEqual([]), 20_000),
    async release() {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event = 'PgSleep' and datname = current_database()`.execute(db);
      await sql.raw(`drop trigger held_up on ${table}`).execute(db);
    },
  };
}

test.each([
  ['beginning', 2, 0],
  ['first piece', 2, 1],
  ['answer of a piece', 2, 1],
  ['second piece', 1, 1],
  ['end of the transcript', 0, 0],
  ['model', 0, 1],
  ['answer of the model', 0, 1],
  ['publishing', 0, 0],
])('killed at the %s, the next life makes everything, and asks %i times for words', async (step, asks, unanswered) => {
  const docId = `pbx-${step.replaceAll(' ', '-')}`;
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  // Asks for it and does none of it.
  const asking = await someJobs(database.db);
  const askedFor = await documentedWorld(database.db, someServices({}), { folder, jobs: asking });
  await askedFor.recorded(docId, lines);
  await asking.stop();
  const hold = await holdUp(held[step]);
  const child = fork(
    fileURLToPath(new URL('./testing/documenting-process.ts', import.meta.url)),
    [database.url, folder, step],
    {
      execArgv: [],
    },
  );
  if (hold) await hold.begun();
  else expect(await once(child, 'message')).toEqual(['begun', undefined]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await hold?.release();

  let asked = 0;
  const before = async () => {
    asked += 1;
  };
  const speech = tonesHeard(lines, { before });
  const model = async () => ({
    analysis: modelAnalysis(),
    usage: { tokensIn: 1, tokensOut: 1 },
    prompt: 'summary.v1',
    dropped: {},
  });
  const next = await documentedWorld(database.db, someServices({ speech, model }), { folder, isServer: true });
  worlds.push(next);
  await next.steps.work();
  await vi.waitFor(async () => expect((await next.documentation(docId)).callHeadline?.text).toBe('By a model'), 20_000);
  await vi.waitFor(() => expect(next.told).toEqual([expect.stringContaining(docId)]), 10_000);
  await next.steps.idle();
  const { transcription, summary, actionItem, smallTalk } = await next.documentation(docId);
  expect(transcription?.items.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
  expect([summary, actionItem, smallTalk].map((part) => [part?.status, part?.madeBy?.kind])).toEqual(
    [summary, actionItem, smallTalk].map(() => ['success', 'model']),
  );
  expect(asked).toBe(asks);
  const { rows } = await sql<{ calls: number }>`select count(*)::int as calls from ai_runs
    where doc_id = ${docId} and outcome is null`.execute(database.db);
  // The ledger shows what was asked for and never answered.
  expect(rows).toEqual([{ calls: unanswered }]);
  const { rows: words } = await sql<{ rows: number }>`select count(*)::int as rows from transcript_words
    where doc_id = ${docId}`.execute(database.db);
  expect(words).toEqual([{ rows: 2 }]);
});

test('killed while a call is deleted, it is there as a whole or gone as a whole', async () => {
  const world = await documentedWorld(database.db, someServices({ speech: tonesHeard(lines) }));
  worlds.push(world);
  await world.steps.work();
  const docId = 'pbx-deleted';
  await world.recorded(docId, lines);
  await vi.waitFor(async () => expect((await world.documentation(docId)).summary?.status).toBe('success'), 10_000);
  await world.steps.idle();
  const whole = await world.documentation(docId);
  const hold = await holdUp('after delete on inbox_events for each row');
  const deleting = database.db.deleteFrom('inbox_events').where('id', '=', docId).execute();
  const outcome = deleting.then(
    () => 'deleted',
    () => 'cut off',
  );
  await hold?.begun();
  await hold?.release();
  expect(await outcome).toBe('cut off');
  expect(await world.documentation(docId)).toEqual(whole);
  await database.db.deleteFrom('inbox_events').where('id', '=', docId).execute();
  await world.jobs.enqueue(database.db, healKind, 'all');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await world.steps.idle();
  const { rows } = await sql`select from transcript_words where doc_id = ${docId}
    union all select from heard_pieces where doc_id = ${docId}
    union all select from ai_runs where doc_id = ${docId}`.execute(database.db);
  expect(rows).toEqual([]);
});

test('parts without a job are taken up again, and a call whose words were deleted stays without them', async () => {
  const speech = tonesHeard(lines);
  const world = await documentedWorld(database.db, someServices({ speech }));
  worlds.push(world);
  const lost = await world.recorded('pbx-lost', lines, {});
  await sql`delete from pgboss.job where data ->> 'id' like 'ca:%'`.execute(database.db);
  await sql`update inbox_events set terminated_at = now() - interval '2 minutes',
    documentation = '{"transcription":{"status":"loading"},"summary":{"status":"waiting"}}' where id = ${lost.docId}`.execute(
    database.db,
  );
  await world.steps.work();
  await vi.waitFor(async () => expect((await world.documentation(lost.docId)).summary?.status).toBe('success'), 10_000);
  await sql`update inbox_events set documentation = '{}' where id = ${lost.docId}`.execute(database.db);
  await world.jobs.enqueue(database.db, healKind, 'all');
  await new Promise((resolve) => setTimeout(resolve, 700));
  await world.steps.idle();
  expect(await world.documentation(lost.docId)).toEqual({});
});

test('killed while the call was captured, the next life documents what its file holds', async () => {
  const docId = 'pbx-captured';
  const world = await documentedWorld(database.db, someServices({ speech: tonesHeard(lines) }));
  worlds.push(world);
  await world.steps.work();
  const { db } = database;
  const { jobs, files } = world;
  const ready = (trx: typeof db) => askForDocumentation(jobs, trx, { channelId: 'ca', docId });
  const log = pino({ level: 'silent' });
  const keeper = captureKeeper({ db, jobs, files: files.captures, log, repair: repairWav, ready });
  const of = {
    recordingId: 'c-killed',
    accountId: 's1',
    userId: 'wanna',
    channelId: 'ca',
    docId,
    sessionId: 'captured',
  };
  await world.ended(docId);
  const { path } = await keeper.opened({ ...of, at: new Date() }, false);
  writePlanted(path, lines);
  // As media leaves it that is killed: no length in the header, and half a sample at the end.
  const whole = readFileSync(path);
  whole.fill(0, 40, 44);
  writeFileSync(path, Buffer.concat([whole, Buffer.alloc(1)]));
  utimesSync(path, new Date(0), new Date(0));
  expect(await keeper.resume()).toBe(1);
  await vi.waitFor(async () => expect((await world.documentation(docId)).summary?.status).toBe('success'), 10_000);
  expect((await world.documentation(docId)).transcription?.items).toHaveLength(lines.length);
  await world.steps.idle();
  expect(existsSync(path)).toBe(false);
  await keeper.stop();
});

test('killed between the end of a capture and the beginning of its documentation, the next life does both', async () => {
  const docId = 'pbx-between';
  const world = await documentedWorld(database.db, someServices({ speech: tonesHeard(lines) }));
  worlds.push(world);
  await world.steps.work();
  await world.ended(docId);
  const path = await world.captured(docId, lines, 'processing');
  utimesSync(world.files.captures.whole(path), new Date(0), new Date(0));
  const { db } = database;
  const ready = (trx: typeof db) => askForDocumentation(world.jobs, trx, { channelId: 'ca', docId });
  const log = pino({ level: 'silent' });
  const keeper = captureKeeper({ db, jobs: world.jobs, files: world.files.captures, log, repair: repairWav, ready });
  expect(await keeper.resume()).toBe(1);
  await vi.waitFor(async () => expect((await world.documentation(docId)).summary?.status).toBe('success'), 10_000);
  await world.steps.idle();
  expect(await world.files.captures.exists(path)).toBe(false);
  await keeper.stop();
});

const noJobs = () => sql`delete from pgboss.job where data ->> 'id' like 'ca:%'`.execute(database.db);
const set = (docId: string, parts: object, endedAgo = '2 minutes') =>
  sql`update inbox_events set terminated_at = now() - ${endedAgo}::interval,
    documentation = ${JSON.stringify(parts)}::jsonb where id = ${docId}`.execute(database.db);
/** Looks once, and gives what is to be done after that. */
const healed = async (world: (typeof worlds)[number]): Promise<string[]> => {
  const { db } = database;
  await heal({ db, jobs: world.jobs, files: world.files, log: pino({ level: 'silent' }) });
  const { rows } = await sql<{ job: string }>`select name || ' ' || singleton_key as job from pgboss.job
    where state <= 'active' and singleton_key like 'ca:%' order by 1`.execute(db);
  return rows.map(({ job }) => job);
};
const waiting = { status: 'waiting' };
const written = {
  status: 'success',
  items: [],
  madeBy: { kind: 'model', fingerprint: 'f', at: '2026-11-27T10:00:00Z' },
};

test('what no step can have begun is left as it is: parts without a sound, and of transcripts that came another way', async () => {
  const world = await documentedWorld(database.db, someServices({ speech: tonesHeard(lines) }));
  worlds.push(world);
  for (const [docId, parts] of [
    ['pbx-shown-1', { transcription: waiting, summary: waiting }],
    ['pbx-shown-2', { transcription: { status: 'success', items: [] }, summary: waiting }],
    ['pbx-shown-3', { summary: waiting }],
    ['pbx-half', { transcription: written, summary: waiting }],
    ['pbx-ended', { transcription: { status: 'disabled', reason: 'tooShort' }, summary: waiting }],
  ] as const) {
    await world.ended(docId);
    await set(docId, parts);
  }
  const step = 'documentation-document/n';
  expect(await healed(world)).toEqual([`${step} ca:pbx-ended`, `${step} ca:pbx-half`]);
  await noJobs();
  await sql`delete from inbox_events where id in ('pbx-half', 'pbx-ended')`.execute(database.db);
});

test('of two servers the one without the sound leaves the call to the other, for a day', async () => {
  const world = await documentedWorld(database.db, someServices({ speech: tonesHeard(lines) }));
  worlds.push(world);
  const call = await world.recorded('pbx-theirs', lines);
  await noJobs();
  await set(call.docId, { transcription: waiting });
  const other = await someJobs(database.db, { node: 'other' });
  await other.enqueue(database.db, transcribeKind, jobIdOf(call));
  const theirs = `documentation-transcribe/other ${jobIdOf(call)}`;
  expect(await healed(world)).toEqual([theirs]);
  await noJobs();
  rmSync(join(world.folder, 'recordings'), { recursive: true });
  expect(await healed(world)).toEqual([]);
  await set(call.docId, { transcription: waiting }, '25 hours');
  expect(await healed(world)).toEqual([`documentation-transcribe/n ${jobIdOf(call)}`]);
  await noJobs();
  await other.stop();
});
