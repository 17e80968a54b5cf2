import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@sidetone/contract/http/routes.ts';
import { defaultGrants } from '@sidetone/contract/rules/grants.ts';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { repairWav } from '@sidetone/wav/repair-wav.ts';
import { sql } from 'kysely';
import { destination, pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { type Office, someOffice } from './features/documentation/testing/some-office.ts';
import { someFeedback } from './features/feedback/testing/some-feedback.ts';
import { forgetOldCalls } from './features/inbox/forget-old-calls.ts';
import { captureKeeper } from './features/sounds/captures.ts';
import { someKeeper } from './features/sounds/testing/some-keeper.ts';
import { someVoicemails } from './features/sounds/testing/some-voicemails.ts';
import { capturesFolder, recordingsFolder, soundFiles } from './sound/sound-files.ts';
import { migrate, openDatabase } from './storage/database.ts';
import { documentationWriter } from './storage/documentation-writer.ts';
import { eraseDeleted } from './storage/erasure.ts';
import { type RunningPostgres, startPostgres, stopPostgres } from './storage/postgres/cluster.ts';
import { placeFor } from './storage/postgres/place.ts';
import { filesWithEach } from './testing/files-with.ts';
import { callRoute, type TestApi, testApi } from './testing/test-api.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'erasure-'));
let postgres: RunningPostgres;
let api: TestApi;
let office: Office;
let keeper: ReturnType<typeof someKeeper>;
let voicemails: ReturnType<typeof someVoicemails>;
let captures: ReturnType<typeof captureKeeper>;

beforeAll(async () => {
  postgres = await startPostgres({ folder: dataDir, throwaway: true });
  const db = openDatabase(postgres.url);
  await migrate(db);
  // Long texts are compressed otherwise, and a word in them would not be found where it is.
  for (const column of ['documentation', 'listed_documentation']) {
    await sql`alter table inbox_events alter column ${sql.ref(column)} set storage external`.execute(db);
  }
  const log = pino({ level: 'debug' }, destination({ dest: join(dataDir, 'server.log'), sync: true }));
  const config = { ...readConfig({}), port: 0, dataDir };
  api = await testApi({ database: { db, url: postgres.url, drop: () => db.destroy() }, config, log });
  office = await someOffice(api);
  const grants = [...defaultGrants, 'CALL_DELETE'];
  await db.updateTable('users').set({ grants }).execute();
  keeper = someKeeper(db, recordingsFolder(dataDir));
  voicemails = someVoicemails(db, dataDir);
  captures = captureKeeper({ db, jobs: api.jobs, files: soundFiles(capturesFolder(dataDir)), log, repair: repairWav });
}, 60_000);
afterAll(async () => {
  await keeper.stop();
  await voicemails.stop();
  await captures.stop();
  await api.stop();
  await stopPostgres(postgres);
  rmSync(placeFor(dataDir).data, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

/** A word that stands nowhere else; it survives being searched for, in lower case and short. */
const marker = (about: string): string => `${about.toLowerCase()}${randomBytes(9).toString('hex')}`;

const filesWith = (word: string): string[] => filesWithEach(dataDir, [word])[word] ?? [];

/** Everything that changed is in the tables' files, and the planner has looked at it. */
async function settle(): Promise<void> {
  for (const step of [sql`analyze`, sql`checkpoint`]) await step.execute(api.db);
}

async function erased() {
  for (let tries = 0; ; tries++) {
    const done = await eraseDeleted(api.db);
    if (done.outcome !== 'waiting' || tries > 100) return done;
    await pause(100);
  }
}

const inCall = (docId: string) => ({ channelId: office.channelId, docId });
const write = (docId: string, content: string, revision: number) =>
  callRoute(api.url, office.anna.token, routes.writeNote, { params: inCall(docId), body: { content, revision } });

/** A call with a word in everything that is written about it. */
async function documented(word: string): Promise<string> {
  const voicemail = { visual: { status: 'processed' as const, waveform: [0.5], duration: 2 } };
  const docId = await office.call({ owner: office.anna, documentation: { voicemail } });
  expect((await write(docId, `<p>note ${word}</p>`, 0)).status).toBe(200);
  const writer = documentationWriter(api.db);
  const long = Array.from({ length: 200 }, (_, at) => ({
    speaker: at % 2 ? (1 as const) : (0 as const),
    startTime: at,
    endTime: at + 1,
    text: `line ${at} ${word}`,
  }));
  const talk = { id: 'a', topic: word, description: `about ${word}`, pinned: false, dismissed: false };
  for (const [part, content] of [
    ['transcription', { items: long }],
    ['smallTalk', { items: [talk] }],
    ['callHeadline', { text: word }],
    ['voicemailTranscription', { text: `said ${word}` }],
  ] as const) {
    await writer.set(inCall(docId), { part, status: 'waiting' });
    expect(await writer.set(inCall(docId), { part, status: 'success', content } as never)).toBe(true);
  }
  const said = JSON.stringify([{ text: word, start: 0, end: 1 }]);
  await sql`insert into transcript_words values (${office.channelId}, ${docId}, 0, ${said})`.execute(api.db);
  await sql`insert into heard_pieces (channel_id, doc_id, side, start_ms, end_ms, heard)
    values (${office.channelId}, ${docId}, 0, 0, 1000, ${said})`.execute(api.db);
  return docId;
}

/** A recording, a voicemail and what was captured, with a word among their samples. */
async function recorded(docId: string, word: string): Promise<void> {
  const { accountId, userId } = office.anna;
  const about = { accountId, ...inCall(docId), sessionId: docId.slice(4), at: new Date() };
  // Ids stay for a while, in the queue of jobs and in the audit log.
  const id = randomBytes(6).toString('hex');
  const recording = await keeper.keeper.opened({ ...about, recordingId: `r${id}`, userId, mode: 'manual' }, false);
  const voicemail = await voicemails.keeper.opened({ ...about, voicemailId: `v${id}` });
  const capture = await captures.opened({ ...about, recordingId: `c${id}`, userId }, false);
  for (const { path } of [recording, voicemail, capture]) {
    writeWav(path, { seconds: 2, left: tone(440), right: silence });
    await appendFile(path, word.padEnd(44, '.'));
  }
  await keeper.keeper.finished(`r${id}`);
  await voicemails.keeper.finished(`v${id}`, 2000);
  await captures.finished(`c${id}`);
  await Promise.all([keeper.keeper.idle(), voicemails.keeper.idle(), captures.idle()]);
}

/** Ways in which something goes for good; each is given a call of its own. */
const ways: Record<string, (docId: string) => Promise<{ status: number }>> = {
  async event(docId) {
    const params = { accountId: office.anna.accountId, channelId: office.channelId, session: docId };
    return await callRoute(api.url, office.anna.token, routes.deleteEvent, { params });
  },
  async retention(docId) {
    const { db } = api;
    await sql`update inbox_events set terminated_at = now() - interval '40 days' where id = ${docId}`.execute(db);
    await sql`update accounts set retention = '{"calls": 30}'`.execute(db);
    return { status: (await forgetOldCalls(db)) === 1 ? 200 : 500 };
  },
  async parts(docId) {
    const params = { params: inCall(docId), query: { revision: '1' } };
    const answers: { status: number }[] = [await callRoute(api.url, office.anna.token, routes.deleteNote, params)];
    for (const part of ['transcription', 'voicemailTranscription'] as const) {
      answers.push(
        await callRoute(api.url, office.anna.token, routes.deletePart, {
          params: { ...inCall(docId), part },
          query: {},
        }),
      );
    }
    const smallTalk = { params: inCall(docId), body: { items: [] } };
    answers.push(await callRoute(api.url, office.anna.token, routes.updateSmallTalk, smallTalk));
    // The headline has no button of its own; it is made again.
    await documentationWriter(api.db).set(inCall(docId), { part: 'callHeadline', status: 'waiting' });
    return { status: Math.max(...answers.map(({ status }) => status)) };
  },
};

test('a word that stood in what was deleted is found in no file of the data folder', async () => {
  const kept = marker('kept');
  const keptCall = await documented(kept);
  const words = Object.fromEntries(Object.keys(ways).map((way) => [way, marker(way)]));
  const calls: Record<string, string> = {};
  for (const [way, word] of Object.entries(words)) {
    calls[way] = await documented(word);
    if (way === 'event') await recorded(calls[way], word);
  }
  // What someone wrote first and then otherwise is dead in the table as well.
  const earlier = marker('earlier');
  await write(keptCall, `<p>${earlier}</p>`, 1);
  await write(keptCall, `<p>${kept}</p>`, 2);
  const written = filesWithEach(dataDir, Object.values(words));
  // The checkpoint that follows may let go of the segments that hold them.
  expect(Object.values(written).flat().join(), 'in the log of PostgreSQL').toContain('/pg_wal/');
  await settle();

  const before = filesWithEach(dataDir, [...Object.values(words), kept]);
  for (const [word, paths] of Object.entries(before)) {
    const found = paths.map((path) => path.replace(dataDir, ''));
    expect(found.filter((path) => path.includes('/base/')).length, word).toBeGreaterThan(2);
  }
  expect(before[words['event'] ?? '']?.filter((path) => path.endsWith('.wav'))).toHaveLength(3);
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from pg_stats where schemaname = 'public'
      and most_common_elems::text || coalesce(histogram_bounds::text, '') ~ ${Object.values(words).join('|')}`.execute(
    api.db,
  );
  expect(rows[0]?.found, 'the planner quotes them').toBeGreaterThan(0);

  for (const [way, remove] of Object.entries(ways)) expect((await remove(calls[way] ?? '')).status, way).toBe(200);
  await settle();
  for (const [word, paths] of Object.entries(filesWithEach(dataDir, Object.values(words)))) {
    expect(paths.length, `${word} before it is erased`).toBeGreaterThan(0);
  }

  expect(await erased()).toMatchObject({ outcome: 'erased', lacking: [] });
  const { [kept]: stillThere, ...left } = filesWithEach(dataDir, [...Object.values(words), earlier, kept]);
  expect(left).toEqual(Object.fromEntries([...Object.values(words), earlier].map((word) => [word, []])));
  expect(stillThere?.length).toBeGreaterThan(1);
  expect(await api.db.selectFrom('erasures').select('id').execute()).toEqual([]);
  expect(await office.documentation(keptCall)).toMatchObject({ note: { content: `<p>${kept}</p>` } });
}, 120_000);

test('what a call assistant took down is found in no file once it is deleted', async () => {
  const { accountId } = office.anna;
  const word = marker('tender');
  await sql`insert into assistants (id, account_id, name) values ('a', ${accountId}, 'Desk')`.execute(api.db);
  await sql`insert into assistant_results (id, assistant_id, account_id, sender_id, sent_digest, started_at, state, summary)
    values ('r', 'a', ${accountId}, '1', '', now(), 'OPEN', ${word})`.execute(api.db);
  await settle();
  expect(filesWith(word).length).toBeGreaterThan(0);
  await sql`delete from assistants where id = 'a'`.execute(api.db);
  expect(await erased()).toMatchObject({ outcome: 'erased' });
  expect(filesWith(word)).toEqual([]);
});

test('a contact that was deleted, by hand or with its address book, is found in no file either', async () => {
  const { db } = api;
  const { token, accountId } = office.anna;
  const [deleted, disconnected, place] = [marker('deleted'), marker('disconnected'), marker('place')];
  const add = async (word: string) => {
    const body = { firstName: word, organization: `of ${word}`, email: `${word}@example.com` };
    return (await callRoute(api.url, token, routes.createContact, { body })).body.id;
  };
  const contactId = await add(deleted);
  const bookId = `book${accountId}`;
  await sql`insert into integrations (id, account_id, name, user_name)
    values (${bookId}, ${accountId}, 'OTHER', ${place})`.execute(db);
  const moved = { integration_id: bookId, original: JSON.stringify({ card: disconnected }) };
  await db
    .updateTable('contacts')
    .set(moved)
    .where('id', '=', await add(disconnected))
    .execute();
  await settle();
  const words = [deleted, disconnected, place];
  for (const [word, paths] of Object.entries(filesWithEach(dataDir, words)))
    expect(paths.length, word).toBeGreaterThan(1);

  expect((await callRoute(api.url, token, routes.deleteContact, { params: { contactId } })).status).toBe(200);
  await db.deleteFrom('integrations').where('id', '=', bookId).execute();
  expect(await erased()).toMatchObject({ outcome: 'erased', lacking: [] });
  expect(filesWithEach(dataDir, words)).toEqual({ [deleted]: [], [disconnected]: [], [place]: [] });
  // Callers of that time are still found by the index.
  const { rows } = await sql`select from pg_indexes where indexname = 'contacts_numbers'`.execute(db);
  expect(rows).toHaveLength(1);
}, 60_000);

test('a feedback that was deleted is found in no file either, and neither is its picture', async () => {
  const { token, userId } = office.anna;
  const [written, drawn] = [marker('written'), marker('drawn')];
  await api.db.updateTable('users').set({ admin: true }).where('id', '=', userId).execute();
  const query = new URLSearchParams({ kind: 'log', fileName: 'a.log' });
  const uploaded = await fetch(`${api.url}/api/user-assets?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: drawn,
  });
  const { url: logfileUrl } = (await uploaded.json()) as { url: string };
  const body = someFeedback({ description: `about ${written}`, subject: written, logfileUrl });
  const sent = await callRoute(api.url, token, routes.sendFeedback, { body });
  await settle();
  for (const word of [written, drawn]) expect(filesWith(word).length, word).toBeGreaterThan(0);

  const params = { feedbackId: sent.body.id };
  expect((await callRoute(api.url, token, routes.removeFeedback, { params })).status).toBe(200);
  expect(await erased()).toMatchObject({ outcome: 'erased', lacking: [] });
  for (const word of [written, drawn]) expect(filesWith(word)).toEqual([]);
}, 60_000);

test('while a transaction still reads old rows, nothing is called erased', async () => {
  const word = marker('reader');
  const docId = await documented(word);
  const { docs, stop } = await reader();
  const params = { accountId: office.anna.accountId, channelId: office.channelId, session: docId };
  await callRoute(api.url, office.anna.token, routes.deleteEvent, { params });
  expect(await docs()).toContain(docId);
  expect((await eraseDeleted(api.db)).outcome).toBe('waiting');
  expect(await api.db.selectFrom('erasures').select('id').execute()).not.toEqual([]);
  await stop();
  expect((await erased()).outcome).toBe('erased');
  expect(filesWith(word)).toEqual([]);
}, 60_000);

test('data deleted on another machine, and restored from a backup, keeps nobody waiting', async () => {
  await sql`insert into erasures (transaction) values ('9999999999')`.execute(api.db);
  const reading = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const other = api.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await trx.selectFrom('nodes').selectAll().execute();
      begun.resolve();
      await reading.promise;
    });
  await begun.promise;
  const erasing = eraseDeleted(api.db);
  // Only the index of words waits for readers.
  await Promise.race([erasing, pause(1000)]);
  reading.resolve();
  await other;
  expect((await erasing).outcome).toBe('erased');
}, 60_000);

test('a table that is in use is waited for a moment and tried again later; nobody waits behind us for long', async () => {
  const word = marker('busy');
  const docId = await documented(word);
  const params = { accountId: office.anna.accountId, channelId: office.channelId, session: docId };
  await callRoute(api.url, office.anna.token, routes.deleteEvent, { params });
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = api.db.transaction().execute(async (trx) => {
    await sql`lock table recordings in row exclusive mode`.execute(trx);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  // It gives up of itself: the table is still held.
  expect((await eraseDeleted(api.db, { lockTimeoutMs: 200 })).outcome).toBe('waiting');
  released.resolve();
  await holding;
  expect((await erased()).outcome).toBe('erased');
  expect(filesWith(word)).toEqual([]);
}, 60_000);

const wordIndexes = async () => {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select class.relname as name, indisvalid as valid from pg_index join pg_class class on class.oid = indexrelid
      join pg_am am on am.oid = relam where amname = 'gin' and indrelid = 'call_words'::regclass`.execute(api.db);
  return rows;
};

test('the words by which calls are found are indexed again afterwards, even when an erasure was cut off', async () => {
  expect(await wordIndexes()).toEqual([{ name: 'call_words_found', valid: true }]);
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('call_words_found'::regclass) as definition`.execute(api.db);
  const away = JSON.stringify([{ name: 'call_words_found', definition: rows[0]?.definition }]);
  // As a process leaves things that ends after it took the index away.
  await sql`insert into settings (key, value) values ('erasure.indexes', ${away})`.execute(api.db);
  await sql`drop index call_words_found`.execute(api.db);
  expect((await eraseDeleted(api.db)).outcome).toBe('nothing');
  expect(await wordIndexes()).toEqual([{ name: 'call_words_found', valid: true }]);
  // And one that ends while it makes the index again.
  await sql`insert into settings (key, value) values ('erasure.indexes', ${away})`.execute(api.db);
  await sql`update pg_index set indisvalid = false where indexrelid = 'call_words_found'::regclass`.execute(api.db);
  await eraseDeleted(api.db);
  expect(await wordIndexes()).toEqual([{ name: 'call_words_found', valid: true }]);
  expect(await sql`select from settings where key = 'erasure.indexes'`.execute(api.db)).toMatchObject({ rows: [] });
});

test('where nothing was deleted, nothing is rewritten', async () => {
  expect((await eraseDeleted(api.db)).outcome).toBe('nothing');
  const [one, other] = await Promise.all([
    eraseDeleted(api.db, { always: true }),
    eraseDeleted(api.db, { always: true }),
  ]);
  expect([one.outcome, other.outcome]).toContain('erased');
});

/** Someone who began to read and has not finished, as a backup does. */
async function reader() {
  const [begun, asked, ended] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const seen = Promise.withResolvers<string[]>();
  const reading = api.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const read = async () => (await trx.selectFrom('inbox_events').select('id').execute()).map(({ id }) => id);
      await read();
      begun?.resolve();
      await asked?.promise;
      seen.resolve(await read());
      await ended?.promise;
    });
  await begun?.promise;
  return {
    docs: async () => {
      asked?.resolve();
      return await seen.promise;
    },
    async stop() {
      ended?.resolve();
      await reading;
    },
  };
}
