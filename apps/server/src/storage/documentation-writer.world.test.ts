import { documentation, partStatus } from '@sidetone/contract/entities/documentation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, someOffice } from '../features/documentation/testing/some-office.ts';
import { type TestApi, testApi } from '../testing/test-api.ts';
import { type DocumentationWriter, documentationWriter } from './documentation-writer.ts';

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
  expect(await office.documentation(event.docId)).toEqual({ callHeadline: { status: 'success', text: 'ab\ufffd' } });
});
