import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, someOffice } from '../features/documentation/testing/some-office.ts';
import { callRoute, type TestApi, testApi } from '../testing/test-api.ts';

let api: TestApi;
let office: Office;
beforeAll(async () => {
  api = await testApi();
  office = await someOffice(api);
  await api.db
    .updateTable('users')
    .set({ grants: ['CALL_DELETE'] })
    .where('id', '=', office.anna.userId)
    .execute();
});
afterAll(() => api.stop());

const marker = 'xylophone';
const at = '2026-11-27T10:00:00.000Z';
const basic = { kind: 'basic' as const, fingerprint: 'f', at };
const model = { kind: 'model' as const, fingerprint: 'f', at };

/** A call whose transcript and quotes have the marker, in its words too. */
const documented = async (isVoicemail = false) => {
  const docId = await office.call({
    owner: office.anna,
    documentation: documentation.parse({
      transcription: {
        status: 'success',
        madeBy: model,
        items: [{ id: 's1', speaker: 0, startTime: 0, endTime: 1, text: `A ${marker}` }],
      },
      summary: { status: 'success', madeBy: model, text: 'About music', evidence: { text: ['s1'] } },
      callHeadline: { status: 'success', madeBy: basic, text: `A ${marker}`, evidence: ['s1'] },
      actionItem: {
        status: 'success',
        madeBy: model,
        items: [{ id: 'm1', text: 'Play', evidence: ['s1'], checked: true }],
      },
      smallTalk: {
        status: 'success',
        madeBy: basic,
        items: [{ id: 'b1', topic: 'leisure', description: `A ${marker}` }],
      },
      ...(isVoicemail && {
        voicemail: {
          visual: { status: 'failed' },
          transcription: { status: 'success', madeBy: model, text: `A ${marker}` },
        },
      }),
    }),
  });
  const event = { channel_id: office.channelId, doc_id: docId, side: 0 };
  await api.db
    .insertInto('transcript_words')
    .values({ ...event, words: JSON.stringify([{ text: marker, start: 0, end: 1 }]) })
    .execute();
  await api.db
    .insertInto('heard_pieces')
    .values({ ...event, start_ms: 0, end_ms: 1, heard: JSON.stringify({ text: marker }) })
    .execute();
  await api.db
    .insertInto('ai_runs')
    .values({
      account_id: office.anna.accountId,
      channel_id: office.channelId,
      doc_id: docId,
      step: 'transcribe',
      key: 'k',
      connection_id: 'c',
      kind: 'local',
      model: 'm',
      counted: false,
    })
    .execute();
  return docId;
};

/** Rows that hold the marker, in any table of words. */
const found = async (): Promise<string[]> => {
  const tables = ['inbox_events', 'call_words', 'transcript_words', 'heard_pieces', 'ai_runs'];
  const rows = await Promise.all(
    tables.map(async (table) => {
      const { rows: some } =
        await sql`select from ${sql.table(table)} as t where t::text like ${`%${marker}%`}`.execute(api.db);
      return some.length > 0 ? [table] : [];
    }),
  );
  return rows.flat();
};
const deletePart = async (docId: string, part: 'transcription' | 'voicemailTranscription', made?: 'all') =>
  (
    await callRoute(api.url, office.anna.token, routes.deletePart, {
      params: { channelId: office.channelId, docId, part },
      query: made === undefined ? {} : { made },
    })
  ).status;

test.each([
  ['transcription', false],
  ['transcription', true],
  ['voicemailTranscription', true],
] as const)(
  'with the %s its words and quotes go; what a model wrote stays, and what was ticked',
  async (part, isVoicemail) => {
    const docId = await documented(isVoicemail);
    expect((await found()).length).toBeGreaterThan(3);
    expect(await deletePart(docId, part)).toBe(200);
    expect(await found()).toEqual([]);
    const left = await office.documentation(docId);
    expect(
      Object.keys(left ?? {})
        .filter((name) => name !== 'voicemail')
        .sort(),
    ).toEqual(['actionItem', 'summary']);
    expect(left).toMatchObject({
      summary: { text: 'About music' },
      actionItem: { items: [{ text: 'Play', checked: true }] },
    });
    expect(JSON.stringify(left)).not.toContain('s1');
    const erasures = await api.db.selectFrom('erasures').selectAll().execute();
    expect(erasures.some(({ tables }) => tables === null)).toBe(true);
  },
);

test('who wants it so deletes with the transcript everything that was made of it, and keeps what people wrote', async () => {
  const docId = await documented();
  const note = JSON.stringify({ status: 'success', content: '<p>Mine</p>' });
  await sql`update inbox_events set documentation = documentation || jsonb_build_object('note', ${note}::jsonb)
    where id = ${docId}`.execute(api.db);
  expect(await deletePart(docId, 'transcription', 'all')).toBe(200);
  expect(await found()).toEqual([]);
  expect(Object.keys((await office.documentation(docId)) ?? {})).toEqual(['note']);
});

test('with the call everything goes, and the ledger forgets which call it was', async () => {
  const docId = await documented();
  const { status } = await callRoute(api.url, office.anna.token, routes.deleteEvent, {
    params: { accountId: office.anna.accountId, channelId: office.channelId, session: docId },
  });
  expect(status).toBe(200);
  expect(await found()).toEqual([]);
  const runs = await api.db.selectFrom('ai_runs').select('doc_id').where('doc_id', '=', docId).execute();
  expect(runs).toEqual([]);
  expect((await api.db.selectFrom('ai_runs').select('doc_id').execute()).length).toBeGreaterThan(0);
});
