import type { ChatMessage } from '@sidetone/contract/entities/chat.ts';
import { expect, test } from 'vitest';
import { answerText } from './answer-text.ts';

const citation: ChatMessage['citations'][number] = {
  number: 1,
  channelId: 'c',
  docId: 'pbx-1',
  utteranceIds: ['s2'],
  quote: 'This is the second time.',
  speaker: 1,
  at: 3,
  startedAt: '2026-11-20T09:00:00Z',
  direction: 'INCOMING',
  remoteName: 'Ulrike Sommerfeld',
  remoteOrganization: null,
  remotePhoneNumber: null,
};
const message: ChatMessage = {
  id: 'a',
  chatId: 'b',
  text: 'Who?',
  askedAt: '2026-11-20T09:00:00Z',
  channelIds: null,
  from: null,
  to: null,
  state: 'done',
  problem: null,
  madeBy: { kind: 'quotes' },
  blocks: [],
  citations: [citation],
  calls: 2,
  rating: null,
  rev: 1,
};
const nameOf = () => 'Ulrike Sommerfeld';

test('quotes alone are copied with whom the call was with, as either of the two may have said it', () => {
  expect(answerText(message, nameOf)).toBe('[1] “This is the second time.” (Ulrike Sommerfeld)');
});

test('blocks come before the quotes, tables with tabs between their cells', () => {
  const blocks: ChatMessage['blocks'] = [
    { kind: 'paragraph', sentences: [{ text: 'One complained.', cites: [1] }] },
    { kind: 'list', items: [{ text: 'Twice.', cites: [1] }] },
    {
      kind: 'table',
      columns: ['Who', 'What'],
      rows: [
        [
          { text: 'Ulrike', cites: [1] },
          { text: '', cites: [] },
        ],
      ],
    },
  ];
  expect(answerText({ ...message, blocks }, nameOf)).toBe(
    'One complained. [1]\n\n- Twice. [1]\n\nWho\tWhat\nUlrike [1]\t\n\n[1] “This is the second time.” (Ulrike Sommerfeld)',
  );
});
