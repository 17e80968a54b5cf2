import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assistantLimits, deliveredResult } from '@sidetone/contract/entities/assistant.ts';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type TranscriptFiles, transcriptFiles, transcriptsFolder } from '../../storage/transcript-files.ts';
import { deliver } from './deliver.ts';
import { sweepResults } from './sweep.ts';
import { delivery, type FrontDesk, frontDesk } from './testing/front-desk.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'deliveries-'));
const folder = transcriptsFolder(dataDir);
let desk: FrontDesk;
beforeAll(async () => {
  desk = await frontDesk(dataDir);
});
afterAll(() => desk.api.stop());
beforeEach(() => desk.api.db.deleteFrom('assistant_results').execute());

const code = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const filesOf = (assistantId = desk.assistantId) =>
  readdirSync(folder).includes(assistantId) ? readdirSync(join(folder, assistantId)) : [];
const results = () => desk.api.db.selectFrom('assistant_results').selectAll().execute();
const clear = async (files: TranscriptFiles) => {
  for (const one of await files.list()) await files.remove(one);
};

test('of one delivery that comes many times at the same moment there is one result with one file', async () => {
  await clear(transcriptFiles(folder));
  const given = delivery({ transcript: 'Hello.' });
  const replies = await Promise.all(Array.from({ length: 8 }, () => desk.deliver(given)));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(replies.map(({ body }) => body.resultId)).size).toBe(1);
  expect(replies.filter(({ body }) => body.created)).toHaveLength(1);
  const rows = await results();
  expect(rows).toHaveLength(1);
  expect(filesOf()).toEqual([`${rows[0]?.transcript_doc_id}.txt`]);
  const other = await desk.deliver({ ...given, transcript: 'Goodbye.' });
  expect([other.status, code(other)]).toEqual([409, 'CONFLICT']);
});

/** A delivery that has looked for an earlier one, and goes on when it is told to. */
async function begun(given: ReturnType<typeof delivery>) {
  const files = transcriptFiles(folder);
  const [written, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: TranscriptFiles = {
    ...files,
    async keep(one, text) {
      await files.keep(one, text);
      written.resolve();
      await told.promise;
    },
  };
  const agent = { tokenId: 't', assistantId: desk.assistantId, accountId: desk.admin.accountId };
  const ended = deliver({ db: desk.api.db, files: slow }, agent, deliveredResult.parse(given));
  await written.promise;
  return { goOn: () => told.resolve(), ended };
}

test('a delivery that began before its result was deleted does not bring it back', async () => {
  await clear(transcriptFiles(folder));
  const given = delivery({ id: 'twice', transcript: 'Hello.' });
  const late = await begun(given);
  const { resultId } = (await desk.deliver(given)).body;
  await desk.api.db
    .updateTable('users')
    .set({ grants: ['CALL_DELETE'] })
    .execute();
  const params = { assistantId: desk.assistantId, resultId };
  expect((await desk.ask(routes.deleteAssistantResult, { params }, desk.member)).status).toBe(200);
  late.goOn();
  expect(await late.ended).toEqual({ resultId, created: false });
  expect([await results(), filesOf()]).toEqual([[], []]);
});

test('a delivery waits for a deletion of the same moment, and does not bring its result back', async () => {
  await clear(transcriptFiles(folder));
  const { db } = desk.api;
  const given = delivery({ id: 'same moment', transcript: 'Hello.' });
  const late = await begun(given);
  const { resultId } = (await desk.deliver(given)).body;
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into "assistant_results"%'`;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('assistant_results').where('id', '=', resultId).execute();
    late.goOn();
    await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toEqual([{ count: 1 }]));
    await trx
      .insertInto('assistant_deleted_results')
      .values({ assistant_id: desk.assistantId, sender_id: 'same moment', result_id: resultId })
      .execute();
  });
  expect(await late.ended).toEqual({ resultId, created: false });
  expect(await results()).toEqual([]);
});

test('a server that dies between file and row keeps the sender’s delivery for the next try, and no file without a row', async () => {
  const files = transcriptFiles(folder);
  await clear(files);
  const agent = { tokenId: 't', assistantId: desk.assistantId, accountId: desk.admin.accountId };
  const dying: TranscriptFiles = {
    ...files,
    async keep(one, text) {
      await files.keep(one, text);
      throw new Error('killed');
    },
    // Nobody cleans up after kill -9.
    async remove() {},
  };
  const body = deliveredResult.parse(delivery({ transcript: 'Hello.' }));
  await expect(deliver({ db: desk.api.db, files: dying }, agent, body)).rejects.toThrow('killed');
  expect([filesOf().length, (await results()).length]).toEqual([1, 0]);
  const again = await deliver({ db: desk.api.db, files }, agent, body);
  expect(again.created).toBe(true);
  // A young file may be of a row that is just being written.
  await sweepResults({ db: desk.api.db, files });
  expect(filesOf()).toHaveLength(2);
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of filesOf()) utimesSync(join(folder, desk.assistantId, name), old, old);
  writeFileSync(join(folder, desk.assistantId, 'half.txt.part'), 'Hel');
  utimesSync(join(folder, desk.assistantId, 'half.txt.part'), old, old);
  await sweepResults({ db: desk.api.db, files });
  expect(filesOf()).toEqual([`${again.resultId}.txt`]);
});

test('results go with the calls that an account does not keep, and their files with them', async () => {
  const { api } = desk;
  const files = transcriptFiles(folder);
  await clear(files);
  await desk.deliver(delivery({ id: 'old', startedAt: '2020-01-01T00:00:00Z', transcript: 'Old.' }));
  await desk.deliver(delivery({ id: 'new', startedAt: new Date().toISOString(), transcript: 'New.' }));
  await sweepResults({ db: api.db, files });
  expect(await results()).toHaveLength(2);
  const keep = (text: string) =>
    api.db.updateTable('accounts').set({ retention: text }).where('id', '=', desk.admin.accountId).execute();
  await keep('{"calls":30}');
  await sweepResults({ db: api.db, files });
  await keep('{}');
  const left = await results();
  expect(left.map(({ sender_id }) => sender_id)).toEqual(['new']);
  expect(filesOf()).toEqual([`${left[0]?.id}.txt`]);
});

test('a token is good for its own assistant and for nothing else, and a revoked one for nothing', async () => {
  const { ask, admin, agent } = desk;
  const { body: other } = await ask(routes.createAssistant, { body: { name: 'Other' } });
  const foreign = await desk.deliver(delivery(), agent.token, other.id);
  expect([foreign.status, code(foreign)]).toEqual([404, 'NOT_FOUND']);
  expect((await desk.deliver(delivery(), admin.token)).status).toBe(401);
  expect((await ask(routes.serverVersion, {}, agent)).status).toBe(401);
  const without = await fetch(`${desk.api.url}${apiBase}/assistants/${desk.assistantId}/results`, { method: 'POST' });
  expect(without.status).toBe(401);
  const params = { assistantId: other.id };
  const { body: made } = await ask(routes.createAssistantToken, { params, body: { name: 'Short' } });
  expect((await desk.deliver(delivery(), made.token, other.id)).status).toBe(200);
  await ask(routes.revokeAssistantToken, { params: { ...params, tokenId: made.id } });
  expect((await desk.deliver(delivery({ id: '2' }), made.token, other.id)).status).toBe(401);
  const stored = await desk.api.db.selectFrom('assistant_tokens').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(agent.token);
  await ask(routes.deleteAssistant, { params });
});

test('a deleted assistant takes results, tokens and files along', async () => {
  const { ask } = desk;
  const { body: made } = await ask(routes.createAssistant, { body: { name: 'Short' } });
  const params = { assistantId: made.id };
  const { body: agent } = await ask(routes.createAssistantToken, { params, body: { name: 'Agent' } });
  await desk.deliver(delivery({ transcript: 'Hello.' }), agent.token, made.id);
  expect(filesOf(made.id)).toHaveLength(1);
  await ask(routes.deleteAssistant, { params });
  expect(filesOf(made.id)).toEqual([]);
  expect((await desk.deliver(delivery(), agent.token, made.id)).status).toBe(401);
  const left = await desk.api.db
    .selectFrom('assistant_results')
    .where('assistant_id', '=', made.id)
    .selectAll()
    .execute();
  expect(left).toEqual([]);
});

test('what is too long, too much, of another shape or unknown is refused by its field', async () => {
  const wrong = [
    { startedAt: 'yesterday' },
    { rows: Array(assistantLimits.rows + 1).fill({ label: 'a', value: 'b' }) },
    { rows: [{ label: 'a\nb', value: 'b' }] },
    { topics: ['\u202egreB'] },
    { transcript: 'x'.repeat(assistantLimits.transcriptCharacters + 1) },
    { durationSeconds: -1 },
    { note: 'nobody asked' },
  ];
  for (const one of wrong) {
    const reply = await desk.deliver({ ...delivery(), ...one } as never);
    expect([reply.status, code(reply)], JSON.stringify(one).slice(0, 80)).toEqual([400, 'VALIDATION_FAILED']);
  }
  expect((await desk.deliver({ ...delivery(), pad: 'x'.repeat(3_000_000) } as never)).status).toBe(413);
  expect(await results()).toEqual([]);
  const longest = { transcript: '\u{1F600}'.repeat(assistantLimits.transcriptCharacters / 2) };
  expect((await desk.deliver(delivery({ ...longest, rows: [{ label: 'a', value: 'nul \0 nul' }] }))).status).toBe(200);
});

test('a caller’s number is kept as contacts have it, a strange one as it came, and none where they hid it', async () => {
  const numbers: Record<string, string | null> = {
    '030 901820': '+4930901820',
    '+49 30 901820': '+4930901820',
    Anonymous: null,
    '': null,
    'sip:desk': 'sip:desk',
  };
  for (const [at, from] of Object.keys(numbers).entries()) await desk.deliver(delivery({ id: `${at}`, from }));
  const rows = await desk.api.db.selectFrom('assistant_results').select('remote_number').orderBy('sender_id').execute();
  expect(rows.map(({ remote_number }) => remote_number)).toEqual(Object.values(numbers));
});
