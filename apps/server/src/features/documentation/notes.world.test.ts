import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, type TestApi, testApi } from '../../testing/test-api.ts';
import { type Office, someOffice } from './testing/some-office.ts';

let api: TestApi;
let office: Office;
beforeAll(async () => {
  api = await testApi();
  office = await someOffice(api);
});
afterAll(() => api.stop());

const write = (who: { token: string }, docId: string, content: string, revision: number) =>
  callRoute(api.url, who.token, routes.writeNote, {
    params: { channelId: office.channelId, docId },
    body: { content, revision },
  });
const remove = (who: { token: string }, docId: string, revision: number) =>
  callRoute(api.url, who.token, routes.deleteNote, {
    params: { channelId: office.channelId, docId },
    query: { revision: String(revision) },
  });

test('a note is kept cleaned, with who wrote it last and when, and counts its writes', async () => {
  const docId = await office.call({ owner: office.anna });
  const first = await write(office.anna, docId, '<p onclick="x()">Hello</p>', 0);
  expect(first).toMatchObject({
    status: 200,
    body: { status: 'success', content: '<p>Hello</p>', revision: 1, updatedBy: office.anna.userId },
  });
  const second = await write(office.anna, docId, '<p>Hello again</p>', 1);
  expect(second.body).toMatchObject({ content: '<p>Hello again</p>', revision: 2, createdAt: first.body.createdAt });
  expect(Date.parse(second.body.updatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first.body.updatedAt ?? ''));
  expect(await office.documentation(docId)).toMatchObject({ note: second.body });
});

test('a user who overwrites another’s change gets a conflict, and the other note stays', async () => {
  const docId = await office.call({ owner: null, missed: true });
  expect((await write(office.anna, docId, '<p>Anna</p>', 0)).status).toBe(200);
  expect(await write(office.bert, docId, '<p>Bert</p>', 0)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await office.documentation(docId)).toMatchObject({ note: { content: '<p>Anna</p>', revision: 1 } });
  expect(await write(office.bert, docId, '<p>Both</p>', 1)).toMatchObject({
    body: { revision: 2, updatedBy: office.bert.userId },
  });
});

test('of many who write over the same note at the same time exactly one succeeds', async () => {
  const docId = await office.call({ owner: null, missed: true });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => write(at % 2 ? office.anna : office.bert, docId, `<p>${at}</p>`, 0)),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  expect(await office.documentation(docId)).toMatchObject({ note: { content: won[0]?.body.content } });
});

test('a note that was deleted and written again is not mistaken for the one before', async () => {
  const docId = await office.call({ owner: null, missed: true });
  await write(office.anna, docId, '<p>First</p>', 0);
  expect((await remove(office.bert, docId, 1)).status).toBe(200);
  expect(await office.documentation(docId)).not.toHaveProperty('note');
  const anew = await write(office.bert, docId, '<p>Second</p>', 0);
  expect(anew.status).toBe(200);
  expect(anew.body.revision).toBeGreaterThan(1);
  expect((await write(office.anna, docId, '<p>Over it</p>', 1)).status).toBe(409);
  expect((await remove(office.anna, docId, 1)).status).toBe(409);
  expect(await office.documentation(docId)).toMatchObject({ note: { content: '<p>Second</p>' } });
});

test.each([
  ['whose content is a number', { status: 'success', content: 7, revision: 3 }],
  ['whose revision is a word', { status: 'success', content: '<p>Old</p>', revision: 'two' }],
  ['that is no object', 'Old'],
])('a stored note %s is none: it is written again, and over the new one as ever', async (_, damaged) => {
  const docId = await office.call({ owner: office.anna, documentation: { note: damaged } as never });
  await api.db.updateTable('inbox_events').set({ note_revision: 4 }).where('id', '=', docId).execute();
  expect((await write(office.anna, docId, '<p>New</p>', 3)).status).toBe(409);
  const anew = await write(office.anna, docId, '<p>New</p>', 0);
  expect(anew).toMatchObject({ status: 200, body: { content: '<p>New</p>', revision: 5 } });
  expect(await office.documentation(docId)).toEqual({ note: anew.body });
  expect((await write(office.anna, docId, '<p>Newer</p>', 5)).body).toMatchObject({ revision: 6 });
});

test('a damaged note is deleted as none, and the rest of the call stays', async () => {
  const summary = { status: 'success', text: 'Kept' };
  const documentation = { note: { status: 'success', revision: 'two' }, summary } as never;
  const docId = await office.call({ owner: office.anna, documentation });
  expect((await remove(office.anna, docId, 0)).status).toBe(200);
  expect(await office.documentation(docId)).toEqual({ summary });
});

test('what a model read out of a note goes with its last word, and not before', async () => {
  const note = {
    status: 'success',
    content: '<p>Ada, 12 May</p>',
    revision: 1,
    extractedData: { name: 'Ada' },
  } as const;
  const docId = await office.call({ owner: office.anna, documentation: { note } });
  expect((await write(office.anna, docId, '<p>Ada, 13 May</p>', 1)).body).toMatchObject({
    extractedData: { name: 'Ada' },
  });
  expect((await write(office.anna, docId, '<p></p>', 2)).body).not.toHaveProperty('extractedData');
  expect(JSON.stringify(await office.documentation(docId))).not.toContain('Ada');
});

test('an empty paragraph is an empty note', async () => {
  const docId = await office.call({ owner: office.anna });
  expect((await write(office.anna, docId, '<p>&nbsp;</p><p><br></p>', 0)).body).toMatchObject({ content: '' });
});

test('SPERM-020, SPERM-023: the owner writes, and any member of the channel where the call was missed; others do not', async () => {
  const taken = await office.call({ owner: office.anna });
  const missed = await office.call({ owner: null, missed: true });
  expect(await write(office.bert, taken, '<p>x</p>', 0)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await remove(office.bert, taken, 0)).status).toBe(403);
  expect((await write(office.bert, missed, '<p>x</p>', 0)).status).toBe(200);
  for (const stranger of [office.dora, office.elsewhere]) {
    expect(await write(stranger, missed, '<p>y</p>', 1)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await remove(stranger, missed, 1)).status).toBe(404);
  }
  expect((await write(office.anna, 'pbx-nothing', '<p>x</p>', 0)).status).toBe(404);
});

test.each([
  ['no revision', { content: '<p>x</p>' }],
  ['a negative revision', { content: '', revision: -1 }],
  ['a note of a hundred thousand characters and one', { content: 'x'.repeat(100_001), revision: 0 }],
])('%s is refused', async (_, body) => {
  const docId = await office.call({ owner: office.anna });
  const answered = await callRoute(api.url, office.anna.token, routes.writeNote, {
    params: { channelId: office.channelId, docId },
    body: body as { content: string; revision: number },
  });
  expect(answered.status).toBe(400);
});

test('the deletion of a note is in the audit log, and its text is not', async () => {
  const docId = await office.call({ owner: office.anna });
  await write(office.anna, docId, '<p>zimtstern</p>', 0);
  await remove(office.anna, docId, 1);
  const lines = await api.db.selectFrom('audit_log').selectAll().where('target', '=', docId).execute();
  expect(lines).toMatchObject([
    {
      action: 'call.noteRemoved',
      actor_user_id: office.anna.userId,
      account_id: office.anna.accountId,
      detail: { channelId: office.channelId },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('zimtstern');
});
