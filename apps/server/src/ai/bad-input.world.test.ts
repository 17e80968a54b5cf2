import { writeFileSync } from 'node:fs';
import { toneIn } from '@sidetone/signals/spectrum.ts';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { readMono, wavOf } from '@sidetone/wav/wav.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { captureKeeper } from '../features/sounds/captures.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { beginKind, jobIdOf } from './call-jobs.ts';
import { askForDocumentation } from './documenting.ts';
import { ProviderFailure } from './providers/failure.ts';
import type { SpeechProvider } from './providers/speech.ts';
import type { AiServices } from './services.ts';
import { documentedWorld, someServices, switchOn } from './testing/documented-world.ts';
import { dialogue, tonesHeard, writePlanted } from './testing/planted-call.ts';

// What may come into the documentation of a call and is not what one hopes for: each ends in a state that says why.

let database: TestDatabase;
let count = 0;
let docId: string;
const worlds: Awaited<ReturnType<typeof documentedWorld>>[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  // Every step has one try, so that nobody waits for the last one.
  await sql`create function pgboss.one_try() returns trigger language plpgsql as
    'begin new.retry_limit := 0; return new; end'`.execute(database.db);
  await sql`create trigger one_try before insert on pgboss.job for each row execute function pgboss.one_try()`.execute(
    database.db,
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  docId = `pbx-bad-${count}`;
  await switchOn(database.db);
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
});

const opened = async (services: AiServices) => {
  const world = await documentedWorld(database.db, services);
  worlds.push(world);
  await world.steps.work();
  return world;
};
const lines = dialogue([
  '> Good morning, this is Anna from the bakery, what can I do for you?',
  'Hello, I would like to order forty rolls and the pallet of flour for Tuesday.',
  '> Yes, I will send you the offer by Monday and then we deliver the pallet on Tuesday.',
]);
const runs = () => database.db.selectFrom('ai_runs').selectAll().orderBy('id').execute();
type World = Awaited<ReturnType<typeof documentedWorld>>;
const endsAs = (world: World, state: object) =>
  vi.waitFor(async () => expect((await world.documentation(docId)).transcription).toMatchObject(state), 15_000);

test.each([
  ['is down', new ProviderFailure('again', 'unreachable'), 'serviceDown'],
  ['is too slow', new ProviderFailure('again', 'timedOut'), 'serviceDown'],
  ['says 429 for ever', new ProviderFailure('again', 'busy', { status: 429 }), 'serviceDown'],
  ['answers with prose', new ProviderFailure('badAnswer', 'notTheProtocol'), 'badAnswer'],
  ['throws what nobody thought of', new Error('odd'), 'serviceDown'],
])('a recogniser that %s: the parts fail, and say why', async (_, failure, reason) => {
  const world = await opened(someServices({ speech: tonesHeard(lines, { before: () => Promise.reject(failure) }) }));
  await world.recorded(docId, lines);
  await endsAs(world, { status: 'error', reason });
  await world.steps.idle();
  const { summary, actionItem, callHeadline } = await world.documentation(docId);
  for (const part of [summary, actionItem, callHeadline]) expect(part).toMatchObject({ status: 'error', reason });
});

test('a recogniser that refuses is waited for, for a day; then the parts say so', async () => {
  const before = () => Promise.reject(new ProviderFailure('never', 'unauthorized', { status: 401 }));
  const services = someServices({ speech: tonesHeard(lines, { before }) });
  const world = await opened(services);
  await world.recorded(docId, lines);
  await vi.waitFor(() => expect(services.reported).toEqual(['cs unauthorized']), 10_000);
  await world.steps.idle();
  expect((await world.documentation(docId)).transcription?.status).toBe('loading');
  docId = `${docId}-old`;
  await world.ended(docId);
  await sql`update inbox_events set terminated_at = now() - interval '25 hours' where id = ${docId}`.execute(
    database.db,
  );
  await world.recorded(docId, lines);
  await endsAs(world, { status: 'error', reason: 'serviceRefused' });
});

test.each([
  ['is down', new ProviderFailure('again', 'unreachable')],
  ['says nothing of use, twice', new ProviderFailure('badAnswer', 'notTheProtocol')],
  ['takes no call of this length', new ProviderFailure('tooLong', 'refused')],
])('a model that %s is asked once, and what rules found stands', async (_, failure) => {
  let asked = 0;
  const model = () => {
    asked += 1;
    return Promise.reject(failure);
  };
  const world = await opened(someServices({ speech: tonesHeard(lines), model }));
  await world.recorded(docId, lines);
  await vi.waitFor(() => expect(world.told).toHaveLength(1), 10_000);
  await world.steps.idle();
  const { summary, actionItem } = await world.documentation(docId);
  for (const part of [summary, actionItem])
    expect(part).toMatchObject({ status: 'success', madeBy: { kind: 'basic' } });
  expect(asked).toBe(1);
});

test('a useless answer costs no second try, and where rules know the language not either, the parts say so', async () => {
  await sql`drop trigger one_try on pgboss.job`.execute(database.db);
  try {
    let asked = 0;
    const model = () => {
      asked += 1;
      return Promise.reject(new ProviderFailure('badAnswer', 'notTheProtocol'));
    };
    const foreign = dialogue([
      '> Goedemorgen, dit is Anna van de bakkerij hier.',
      'Dag mevrouw, veertig broodjes graag.',
    ]);
    const world = await opened(someServices({ speech: tonesHeard(foreign, { language: null }), model }));
    await world.recorded(docId, foreign);
    await vi.waitFor(
      async () =>
        expect((await world.documentation(docId)).summary).toMatchObject({ status: 'error', reason: 'badAnswer' }),
      10_000,
    );
    await world.steps.idle();
    expect((await world.documentation(docId)).transcription?.status).toBe('success');
    expect(asked).toBe(1);
  } finally {
    await sql`create trigger one_try before insert on pgboss.job for each row execute function pgboss.one_try()`.execute(
      database.db,
    );
  }
});

const rate = 16_000;
/** A sound of so many seconds. */
const sound = (seconds: number, at: (second: number) => number = () => 0): Int16Array =>
  Int16Array.from({ length: seconds * rate }, (_, sample) => Math.round(at(sample / rate)));
const sine = (hertz: number) => (second: number) => 7000 * Math.sin(2 * Math.PI * hertz * second);
let noise = 1;
const hiss = () => {
  noise = (noise * 16_807) % 2_147_483_647;
  return (noise / 2_147_483_647 - 0.5) * 4000;
};
const keys = (second: number) => (second % 1 < 0.2 ? sine(770)(second) + sine(1336)(second) : hiss() / 50);
const music = (second: number) =>
  (sine(262)(second) + sine(330)(second)) * (0.4 + 0.6 * Math.abs(Math.sin(second * 4)));
const speaking = (second: number) => (second % 1.5 < 1 ? sine(440)(second) : hiss() / 100);

/** Makes up something for whatever it hears, as recognisers do. */
const inventive: SpeechProvider & { asked: number } = {
  asked: 0,
  limits: { longestPieceSeconds: 600, largestPieceBytes: 25_000_000, times: 'stretches', takesLanguage: true },
  async transcribe({ wav, seconds }) {
    inventive.asked += 1;
    const samples = Int16Array.from(readMono(Buffer.from(wav)).samples, (each) => each * 32_767);
    const isVoice = toneIn(samples, rate, [440, 330, 1336]) === 440;
    const text = isVoice ? 'I will send the offer by Monday.' : 'Thank you for watching. '.repeat(8).trim();
    return { language: 'en', stretches: [{ start: 0, end: seconds, text, words: [] }] };
  },
  check: () => Promise.resolve({ models: null }),
};

test.each<[string, Int16Array, Int16Array, object, number]>([
  ['silence', sound(20), sound(20), { status: 'disabled', reason: 'tooShort' }, 0],
  ['hiss', sound(20, hiss), sound(20, hiss), { status: 'disabled', reason: 'tooShort' }, 0],
  ['one second of speech', sound(2), sound(2, (at) => (at < 1 ? speaking(at) : 0)), { reason: 'tooShort' }, 0],
  ['no sample at all', sound(0), sound(0), { status: 'disabled', reason: 'tooShort' }, 0],
  ['keys of a telephone', sound(20), sound(20, keys), { status: 'success', items: [] }, 1],
  ['music on hold', sound(20), sound(20, music), { status: 'success', items: [] }, 1],
])('%s: nothing is made up', async (_, left, right, state, most) => {
  inventive.asked = 0;
  const world = await opened(someServices({ speech: inventive }));
  const path = await world.captured(docId, lines);
  writeFileSync(world.files.captures.whole(path), wavOf([left, right], rate));
  await askForDocumentation(world.jobs, database.db, await world.ended(docId));
  await endsAs(world, state);
  await world.steps.idle();
  const { summary, actionItem } = await world.documentation(docId);
  expect(JSON.stringify([summary, actionItem])).not.toContain('watching');
  expect([summary?.status === 'success', summary?.keyPoints ?? []]).toEqual(['items' in state, []]);
  expect(inventive.asked).toBeLessThanOrEqual(most);
});

test('where only one side speaks, it alone is written down, and the other has not promised anything', async () => {
  inventive.asked = 0;
  const world = await opened(someServices({ speech: inventive }));
  const path = await world.captured(docId, lines);
  writeFileSync(world.files.captures.whole(path), wavOf([sound(10), sound(10, speaking)], rate));
  await askForDocumentation(world.jobs, database.db, await world.ended(docId));
  await endsAs(world, { status: 'success' });
  await world.steps.idle();
  const { transcription, actionItem } = await world.documentation(docId);
  expect(transcription?.items.map(({ speaker }) => speaker)).toEqual([1]);
  expect(actionItem?.items).toMatchObject([{ by: 1 }]);
  expect(inventive.asked).toBe(1);
});

test.each([
  ['no sound', 'these are no samples'.repeat(10)],
  ['nothing', ''],
])('a file that holds %s says so immediately, and nobody is asked', async (_, content) => {
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  const path = await world.captured(docId, lines);
  writeFileSync(world.files.captures.whole(path), content);
  await askForDocumentation(world.jobs, database.db, await world.ended(docId));
  await endsAs(world, { status: 'disabled', reason: 'soundGone' });
});

/** Documents a call and does this while the recogniser is at it. */
const meanwhile = async (change: () => Promise<unknown>) => {
  let isDone = false;
  const before = async () => {
    if (!isDone) await change();
    isDone = true;
  };
  const world = await opened(someServices({ speech: tonesHeard(lines, { before }) }));
  await world.recorded(docId, lines);
  await vi.waitFor(() => expect(isDone).toBe(true), 10_000);
  await world.steps.idle();
  return world;
};
const leftOf = async () => {
  const tables = ['inbox_events', 'heard_pieces', 'transcript_words', 'call_words'];
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`select from ${sql.table(table)} as t where t::text ~ 'pallet|bakery'
        and t::text like ${`%${docId}%`}`.execute(database.db);
      return rows.length > 0 ? [table] : [];
    }),
  );
  return found.flat();
};

test('of a call that is deleted while it is heard nothing comes back, and the ledger shows what was paid without naming it', async () => {
  const paid = (await runs()).length;
  await meanwhile(() => database.db.deleteFrom('inbox_events').where('id', '=', docId).execute());
  expect(await leftOf()).toEqual([]);
  const { rows } = await sql<{ row: string }>`select r::text as row from ai_runs r order by id`.execute(database.db);
  expect(rows.length).toBeGreaterThan(paid);
  expect(rows.slice(paid).join()).not.toContain(docId);
  for (const { row } of rows.slice(paid)) expect(row).not.toContain(docId);
});

test('a channel that is removed while its call is heard takes everything with it', async () => {
  await database.db
    .insertInto('channels')
    .values({ id: 'cgone', account_id: 's1', type: 'acd', name: 'Gone', follow_up_time: 0 })
    .execute();
  const before = async () => {
    await database.db.deleteFrom('channels').where('id', '=', 'cgone').execute();
  };
  const world = await opened(someServices({ speech: tonesHeard(lines, { before }) }));
  const call = await world.ended(docId, {}, 'cgone');
  await world.captured(docId, lines);
  await sql`update captures set channel_id = 'cgone' where doc_id = ${docId}`.execute(database.db);
  await askForDocumentation(world.jobs, database.db, call);
  await vi.waitFor(
    async () => expect(await database.db.selectFrom('channels').where('id', '=', 'cgone').execute()).toEqual([]),
    10_000,
  );
  await world.steps.idle();
  expect(await leftOf()).toEqual([]);
});

test('the call of a user who is deactivated while it is heard is documented for the company', async () => {
  const world = await meanwhile(() =>
    database.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wanna').execute(),
  );
  await endsAs(world, { status: 'success' });
  await database.db.updateTable('users').set({ deactivated_at: null }).where('id', '=', 'wanna').execute();
});

/** What keeps captures, beside steps that are done. */
const keeping = async () => {
  const world = await opened(someServices({ speech: tonesHeard(lines) }));
  const { db } = database;
  const keeper = captureKeeper({
    db,
    jobs: world.jobs,
    files: world.files.captures,
    log: pino({ level: 'silent' }),
    repair: repairWav,
    ready: (trx, { channel_id, doc_id }) =>
      askForDocumentation(world.jobs, trx, { channelId: channel_id, docId: doc_id }),
  });
  await world.ended(docId);
  const of = { accountId: 's1', userId: 'wanna', channelId: 'ca', docId, sessionId: docId.slice(4) };
  const id = `c-${docId}`;
  const { path } = await keeper.opened({ ...of, recordingId: id, at: new Date() }, false);
  return { world, keeper, id, path };
};

test('with the disk full before the first sample, the parts say that nothing was captured', async () => {
  const { world, keeper, id } = await keeping();
  await keeper.failed(id, 'ENOSPC');
  await endsAs(world, { status: 'disabled', reason: 'noSound' });
  await keeper.stop();
});

test('with the disk full in the middle, what was captured until then is documented', async () => {
  const { world, keeper, id, path } = await keeping();
  writePlanted(path, lines);
  await keeper.failed(id, 'ENOSPC');
  await endsAs(world, { status: 'success' });
  await world.steps.idle();
  expect((await world.documentation(docId)).transcription?.items).toHaveLength(lines.length);
  await keeper.stop();
});

test('a capture that holds no sound in the end is told as none', async () => {
  const { world, keeper, id, path } = await keeping();
  writeFileSync(path, 'these are no samples');
  await keeper.finished(id);
  await endsAs(world, { status: 'disabled', reason: 'noSound' });
  await keeper.stop();
});

test('while the call goes on a lost capture decides nothing: its recording may come', async () => {
  const { world, keeper, id } = await keeping();
  await sql`update inbox_events set terminated_at = null where id = ${docId}`.execute(database.db);
  await keeper.failed(id, 'ENOSPC');
  await vi.waitFor(
    async () =>
      expect((await world.jobs.among(database.db, beginKind, [jobIdOf({ channelId: 'ca', docId })])).size).toBe(1),
    5_000,
  );
  await world.steps.idle();
  expect((await world.documentation(docId)).transcription).toBeUndefined();
  await sql`update inbox_events set terminated_at = now() where id = ${docId}`.execute(database.db);
  await world.recorded(docId, lines);
  await endsAs(world, { status: 'success' });
  await keeper.stop();
});
