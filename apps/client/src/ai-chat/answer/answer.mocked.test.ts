import { type ChatMessage, chatAnswerState, chatMessage } from '@sidetone/contract/entities/chat.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { aiChatWords } from '#i18n/ai-chat-words.ts';
import { en } from '#i18n/words.ts';
import { Answer } from './Answer.tsx';

vi.mock('#live/queries/live.ts', () => ({ useLive: () => ({ rows: [], status: 'ready' }) }));
vi.mock('#live/line/http.ts', () => ({ call: () => Promise.resolve({}) }));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...aiChatWords } } },
  interpolation: { escapeValue: false },
});

const citation = {
  number: 1,
  channelId: 'c',
  docId: 'pbx-1',
  utteranceIds: ['s2'],
  quote: 'This is the second time.',
  speaker: 1,
  at: 101,
  startedAt: '2026-11-20T09:42:00.000Z',
  direction: 'INCOMING',
  remoteName: 'Ulrike Sommerfeld',
  remoteOrganization: 'Rheinwerk Dental AG',
  remotePhoneNumber: '+4930901820',
};
const message = (about: object): ChatMessage =>
  chatMessage.parse({
    id: 'a',
    chatId: 'b',
    text: 'Who complained?',
    askedAt: '2026-11-20T09:00:00.000Z',
    state: 'done',
    problem: null,
    madeBy: { kind: 'quotes' },
    blocks: [],
    citations: [citation],
    calls: 405,
    rating: null,
    rev: 1,
    ...about,
  });
const drawn = (about: object, onAgain: (() => void) | null = () => {}): string =>
  renderToStaticMarkup(createElement(Answer, { message: message(about), onOpen: () => {}, onAgain })).replace(
    /\s+/g,
    ' ',
  );

test('quotes say who, when, at which second and out of how many calls, and that no service wrote this', () => {
  const html = drawn({});
  for (const text of ['This is the second time.', 'Ulrike Sommerfeld', 'Rheinwerk Dental AG', '1:41', 'Fri 20 Nov']) {
    expect(html).toContain(text);
  }
  expect(html).toContain('Taken from 1 of 405 calls');
  expect(html).toContain('No AI service wrote this.');
  expect(html).toContain('Open the call with Ulrike Sommerfeld at 1:41');
});

test('sentences, items and cells of a model have their quotes, and nothing in them is more than text', () => {
  const hostile = { text: '<img src=x onerror=alert(1)> **bold** [link](https://refund.example)', cites: [1] };
  const html = drawn({
    madeBy: { kind: 'model', service: 'Own model' },
    blocks: [
      { kind: 'paragraph', sentences: [hostile] },
      { kind: 'list', items: [{ text: 'Twice.', cites: [1] }] },
      { kind: 'table', columns: ['Who', 'What'], rows: [[hostile, { text: '', cites: [] }]] },
    ],
  });
  expect(html).not.toMatch(/<img|<a |<strong|<em/);
  expect(html).toContain('&lt;img src=x');
  expect(html.match(/aria-label="Quote 1"/g)).toHaveLength(3);
  expect(html).toContain('Written by Own model');
});

test.each(chatAnswerState.options)(
  '%s says what became of the question, and may be asked again where that helps',
  (state) => {
    const html = drawn({ state, citations: state === 'done' ? [citation] : [] });
    const isOver = ['stopped', 'failed', 'removed', 'closed'].includes(state);
    expect(html.includes('Ask again')).toBe(isOver);
    expect(drawn({ state, citations: [] }, null)).not.toContain('Ask again');
    if (state === 'nothing') expect(html).toContain('405 calls were searched');
  },
);

test('an answer that a restart interrupted says so', () => {
  expect(drawn({ state: 'stopped', problem: 'interrupted', citations: [] })).toContain('server restarted');
});

test.each([
  ['searchFailed', 'could not be searched'],
  ['tookTooLong', 'took too long'],
  ['answerFailed', 'could not be answered'],
])('an answer that failed says what failed: %s', (problem, words) => {
  expect(drawn({ state: 'failed', problem, citations: [] })).toContain(words);
});

test('a rating that was given is pressed', () => {
  const [, up] =
    /aria-label="Helpful"[^>]*aria-pressed="(\w+)"|aria-pressed="(\w+)"[^>]*aria-label="Helpful"/.exec(
      drawn({ rating: 'up' }),
    ) ?? [];
  expect(up).toBe('true');
});
