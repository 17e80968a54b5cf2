import { documentation, partStatus } from '@sidetone/contract/entities/documentation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, someOffice } from '../features/documentation/testing/some-office.ts';
import { type TestApi, testApi } from '../testing/test-api.ts';
import { type DocumentationWriter, type DocumentedCall, documentationWriter } from './documentation-writer.ts';

let api: TestApi;
let office: Office;
let writer: DocumentationWriter;
beforeAll(async () => {
  api = await testApi();
  office = await someOffice(api);
  writer = documentationWriter(api.db);
});
afterAll(() => api.stop());

const call = async () => ({ channelId: office.channelId, docId: await office.call({ owner: office.anna }) });
const summary = { topics: ['Delivery'], text: 'A pallet is late.', keyPoints: ['Tuesday'] };

test('a part waits, is made, and is there', async () => {
  const event = await call();
  const at = async () => documentation.parse(await office.documentation(event.docId)).summary?.status;
  for (const status of ['waiting', 'loading'] as const) {
    expect(await writer.set(event, { part: 'summary', status })).toBe(true);
    expect(await at()).toBe(status);
  }
  expect(await writer.set(event, { part: 'summary', status: 'success', content: summary })).toBe(true);
  expect(await office.documentation(event.docId)).toEqual({ summary: { status: 'success', ...summary } });
});

test.each([
  ['missing', ['waiting', 'disabled']],
  ['waiting', ['waiting', 'loading', 'error', 'success', 'disabled']],
  ['loading', ['loading', 'error', 'success', 'disabled']],
  ['success', ['waiting']],
  ['error', ['waiting', 'disabled']],
  ['disabled', ['waiting', 'disabled']],
] as const)('from %s a part comes to %j and to nothing else', async (from, allowed) => {
  for (const status of partStatus.options) {
    const callHeadline = { status: from as 'waiting', text: null };
    const docId = await office.call({ owner: null, documentation: from === 'missing' ? {} : { callHeadline } });
    const event = { channelId: office.channelId, docId };
    const before = await office.documentation(docId);
    const done = await writer.set(
      event,
      status === 'success'
        ? { part: 'callHeadline', status, content: { text: 'Late pallet' } }
        : { part: 'callHeadline', status },
    );
    expect([status, done]).toEqual([status, (allowed as readonly string[]).includes(status)]);
    if (!done) expect(await office.documentation(docId)).toEqual(before);
  }
});

test('several parts come to a status together, each from where it may', async () => {
  const asked = { setId: 's1', byUserId: office.anna.userId, askedAt: '2026-07-20T09:00:00.000Z' };
  const smartAnswers = { status: 'waiting' as const, ...asked, items: [] };
  const note = { status: 'success', content: 'Call back', revision: 1 } as const;
  const documentation = { summary: { status: 'success' as const, ...summary }, note, smartAnswers };
  const docId = await office.call({ owner: office.anna, documentation });
  const event = { channelId: office.channelId, docId };
  const why = { status: 'disabled', reason: 'noRecognizer' } as const;
  await writer.setTogether(event, ['transcription', 'summary', 'callHeadline', 'smartAnswers'], why, ['missing']);
  const declined = { ...documentation, transcription: why, callHeadline: why };
  expect(await office.documentation(docId)).toEqual(declined);
  await writer.setTogether(event, ['summary', 'smartAnswers'], why, ['waiting', 'success', 'error']);
  expect(await office.documentation(docId)).toEqual({ ...declined, smartAnswers: { ...why, ...asked } });
  await writer.setTogether(event, [], why, ['missing']);
});

test('what a voicemail said needs a voicemail', async () => {
  const event = await call();
  expect(await writer.set(event, { part: 'voicemailTranscription', status: 'waiting' })).toBe(false);
  expect(await office.documentation(event.docId)).toEqual({});
  const docId = await office.call({ owner: null, documentation: { voicemail: { visual: { status: 'pending' } } } });
  const other = { channelId: office.channelId, docId };
  expect(await writer.set(other, { part: 'voicemailTranscription', status: 'waiting' })).toBe(true);
  const said = { part: 'voicemailTranscription', status: 'success', content: { text: 'Call me' } } as const;
  expect(await writer.set(other, said)).toBe(true);
  expect(documentation.parse(await office.documentation(docId)).voicemail?.transcription).toEqual({
    status: 'success',
    text: 'Call me',
  });
});

test('nothing is written to a call that is gone, and no content that is none', async () => {
  const gone = { channelId: office.channelId, docId: 'pbx-gone' };
  expect(await writer.set(gone, { part: 'summary', status: 'waiting' })).toBe(false);
  const event = await call();
  await writer.set(event, { part: 'transcription', status: 'waiting' });
  const items = [{ speaker: 2 as 1, startTime: 0, endTime: 1, text: 'Who?' }];
  await expect(writer.set(event, { part: 'transcription', status: 'success', content: { items } })).rejects.toThrow();
  expect(await office.documentation(event.docId)).toEqual({ transcription: { status: 'waiting' } });
});

test('a text with what PostgreSQL takes for no text is kept without it', async () => {
  const event = await call();
  await writer.set(event, { part: 'callHeadline', status: 'waiting' });
  await writer.set(event, { part: 'callHeadline', status: 'success', content: { text: 'a\0b\ud800' } });
  expect(await office.documentation(event.docId)).toEqual({
    callHeadline: { status: 'success', text: 'ab\ufffd' },
  });
});

describe('what a model made takes the place of what the rules made', () => {
  const by = (kind: 'basic' | 'model', fingerprint = 'f1') => ({ kind, fingerprint, at: '2026-11-27T10:00:00.000Z' });
  const item = (id: string, evidence: string[], more: object = {}) => ({ id, text: `Point ${id}`, evidence, ...more });
  const withActions = async (items: object[], more: object = {}) => ({
    channelId: office.channelId,
    docId: await office.call({
      owner: office.anna,
      documentation: documentation.parse({
        actionItem: { status: 'success', madeBy: by('basic'), items, ...more },
      }),
    }),
  });
  const replaceActions = (event: DocumentedCall, items: ReturnType<typeof item>[], before: ReturnType<typeof item>[]) =>
    writer.replace(event, {
      part: 'actionItem',
      status: 'success',
      fingerprint: 'f1',
      before,
      content: { madeBy: by('model'), items },
    });
  const actionsOf = async ({ docId }: DocumentedCall) =>
    documentation.parse(await office.documentation(docId)).actionItem;

  test('what was ticked stays ticked where it rests on the same words', async () => {
    const before = [item('b1', ['s1']), item('b2', ['s4', 's5'])];
    const event = await withActions([before[0] ?? {}, { ...before[1], checked: true }]);
    expect(await replaceActions(event, [item('m1', ['s5']), item('m2', ['s1']), item('m3', ['s9'])], before)).toBe(
      true,
    );
    const after = await actionsOf(event);
    expect(after?.madeBy?.kind).toBe('model');
    expect(after?.items.map(({ id, checked }) => [id, checked])).toEqual([
      ['m1', true],
      ['m2', false],
      ['m3', false],
    ]);
  });

  test('small talk that was deleted does not come back in other words; what was pinned or dismissed stays so', async () => {
    const point = (id: string, evidence: string[], more: object = {}) => ({
      id,
      topic: 'holiday',
      description: `Point ${id}`,
      evidence,
      ...more,
    });
    const before = [point('b1', ['s1']), point('b2', ['s2']), point('b3', ['s3'])];
    const docId = await office.call({
      owner: office.anna,
      documentation: documentation.parse({
        smallTalk: {
          status: 'success',
          madeBy: by('basic'),
          items: [
            { ...before[1], pinned: true },
            { ...before[2], dismissed: true },
          ],
        },
      }),
    });
    const items = [point('m1', ['s1', 's9']), point('m2', ['s2']), point('m3', ['s3', 's4'])];
    const event = { channelId: office.channelId, docId };
    const content = { madeBy: by('model'), items };
    expect(
      await writer.replace(event, { part: 'smallTalk', status: 'success', fingerprint: 'f1', before, content }),
    ).toBe(true);
    const after = documentation.parse(await office.documentation(docId)).smallTalk?.items;
    expect(after?.map(({ id, pinned, dismissed }) => [id, pinned, dismissed])).toEqual([
      ['m2', true, false],
      ['m3', false, true],
    ]);
  });

  test.each([
    ['deleted', {}],
    ['skipped', { status: 'disabled', reason: 'skipped' }],
    ['asked for again', { status: 'waiting' }],
    ['made by a model already', { status: 'success', madeBy: by('model') }],
    ['made of another transcript', { status: 'success', madeBy: by('basic', 'f2') }],
    ['of an older version that says nothing about it', { status: 'success' }],
  ])('not where the part was %s', async (_name, headline) => {
    const docId = await office.call({
      owner: office.anna,
      documentation: documentation.parse(Object.keys(headline).length > 0 ? { callHeadline: headline } : {}),
    });
    const before = await office.documentation(docId);
    const content = { text: 'By a model', madeBy: by('model') };
    const event = { channelId: office.channelId, docId };
    expect(await writer.replace(event, { part: 'callHeadline', status: 'success', fingerprint: 'f1', content })).toBe(
      false,
    );
    expect(await office.documentation(docId)).toEqual(before);
  });
});

test('why a part is not there is written with it, and a narrower start is kept to', async () => {
  const event = await call();
  const disabled = { part: 'summary', status: 'disabled', reason: 'noConsent' } as const;
  expect(await writer.set(event, disabled, ['waiting'])).toBe(false);
  expect(await writer.set(event, disabled, ['missing', 'success'])).toBe(true);
  expect(await office.documentation(event.docId)).toEqual({ summary: { status: 'disabled', reason: 'noConsent' } });
});
