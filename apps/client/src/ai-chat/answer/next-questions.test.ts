import type { ChatMessage } from '@sidetone/contract/entities/chat.ts';
import { expect, test } from 'vitest';
import { nextQuestions } from './next-questions.ts';

const channels = [
  { id: 'a', name: 'Sales' },
  { id: 'b', name: 'Disposition' },
];
const message = {
  state: 'done',
  channelIds: ['a'],
  from: '2026-11-01',
  citations: [{ remoteName: null }, { remoteName: 'Ulrike Sommerfeld' }, { remoteName: 'Svenja Kolbe' }],
} as unknown as ChatMessage;

test('what comes next follows from who was found, and from what was left out', () => {
  expect(nextQuestions(message, channels)).toEqual([
    { kind: 'promised', name: 'Ulrike Sommerfeld' },
    { kind: 'inChannel', channelId: 'b', channel: 'Disposition' },
    { kind: 'allDays' },
  ]);
  expect(nextQuestions({ ...message, channelIds: null, from: null, citations: [] }, channels)).toEqual([]);
});

test('nothing comes next while an answer is being made, or is gone', () => {
  for (const state of ['waiting', 'reading', 'stopped', 'removed', 'closed', 'failed'] as const) {
    expect(nextQuestions({ ...message, state }, channels)).toEqual([]);
  }
});
