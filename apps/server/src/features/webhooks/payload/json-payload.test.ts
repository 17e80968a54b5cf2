import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { expect, test } from 'vitest';
import { inventedCall } from './invented-call.ts';
import { jsonPayload } from './json-payload.ts';
import { textOfNote } from './note-text.ts';
import type { SentCall } from './sent-call.ts';

const at = new Date('2026-04-08T09:24:04.329Z');
const test1 = inventedCall({ id: 's1234567', name: 'Kranich' }, at);
const withParts = (parts: object, call: object = {}): SentCall => ({
  ...test1,
  event: { ...test1.event, documentation: documentation.parse(parts), call: { ...test1.event.call, ...call } },
});
const transcription = {
  status: 'success',
  items: [
    { id: 's1', speaker: 1, startTime: 3.2, endTime: 12.4, text: 'Good day.' },
    { id: 's2', speaker: 0, startTime: 13.1, endTime: 18.9004, text: 'Good day to you.' },
  ],
};

test('version 1: the call, who had it, and what was made of it, nothing else', () => {
  expect(jsonPayload(test1)).toEqual({
    version: '1',
    call: {
      id: 'pbx-test',
      from: '493023125001',
      to: '493023125000',
      startTime: '2026-04-08T09:23:52.329Z',
      endTime: '2026-04-08T09:24:04.329Z',
      duration: 12_000,
      direction: 'IN',
      users: [
        {
          userId: 'wtest',
          accountId: 's1234567',
          fullUserId: 's1234567wtest',
          firstName: 'Test',
          lastName: 'User',
          fullName: 'Test User',
        },
      ],
      channel: { id: 'test', name: 'Test' },
    },
    assist: {
      provider: { llm: null },
      transcription: {
        content: 'Caller: Hello, this call is only a test.\nCallee: Thank you, it has arrived.',
        chunks: [
          { speaker: 'CALLER', startTime: 500, endTime: 3000, content: 'Hello, this call is only a test.' },
          { speaker: 'CALLEE', startTime: 4000, endTime: 6000, content: 'Thank you, it has arrived.' },
        ],
      },
      callScenarios: null,
      callHeadline: { content: 'Hello, this call is only a test.' },
      summary: {
        content: 'Hello, this call is only a test.',
        keyPoints: ['Hello, this call is only a test.'],
        topics: ['Test'],
      },
      actionItems: null,
      smallTalk: null,
      note: null,
    },
  });
});

test('of a call that we placed our side is the caller, and a number that was withheld is null', () => {
  const { call, assist } = jsonPayload(
    withParts({ transcription }, { direction: 'OUTGOING', onPhoneNumber: '+4930', remotePhoneNumber: '+4940' }),
  );
  expect(call).toMatchObject({ direction: 'OUT', from: '4930', to: '4940' });
  expect(assist.transcription?.chunks).toEqual([
    { speaker: 'CALLEE', startTime: 3200, endTime: 12_400, content: 'Good day.' },
    { speaker: 'CALLER', startTime: 13_100, endTime: 18_900, content: 'Good day to you.' },
  ]);
  expect(jsonPayload(withParts({}, { remotePhoneNumber: null })).call.from).toBeNull();
});

test('parts that failed, were refused or deleted are null, and what people put away is left out', () => {
  const { assist } = jsonPayload(
    withParts({
      transcription: { ...transcription, status: 'loading' },
      summary: { status: 'error', text: 'Half' },
      callHeadline: {
        status: 'success',
        text: 'A headline',
        madeBy: { kind: 'model', service: 'Ours', at: at.toISOString() },
      },
      actionItem: { status: 'success', items: [{ id: 'a', text: 'Send it', by: 0, due: '2026-04-13', checked: true }] },
      smallTalk: {
        status: 'success',
        items: [
          { id: 'b', topic: 'weather', description: 'It rains', dismissed: true },
          { id: 'c', topic: 'leisure', description: 'They sail' },
        ],
      },
      smartAnswers: { status: 'success', items: [{ questionId: 'q', question: 'Who?', answer: null }] },
      note: { status: 'success', content: '<p>Call &amp; <strong>write</strong></p><ul><li>one</li><li>two</li></ul>' },
    }),
  );
  expect(assist).toEqual({
    provider: { llm: 'Ours' },
    transcription: null,
    callScenarios: [{ smartAnswers: [{ setItems: [{ question: 'Who?', answer: null }] }] }],
    callHeadline: { content: 'A headline' },
    summary: null,
    actionItems: [{ content: 'Send it', done: true, by: 'CALLEE', due: '2026-04-13' }],
    smallTalk: [{ topic: 'leisure', content: 'They sail' }],
    note: { content: 'Call & write\none\ntwo' },
  });
});

test('a note that says what looks like an entity keeps it', () => {
  expect(textOfNote('<p>&amp;lt; is less<br>1 &lt; 2</p>')).toBe('&lt; is less\n1 < 2');
});
