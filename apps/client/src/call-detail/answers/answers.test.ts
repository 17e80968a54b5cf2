import { expect, test } from 'vitest';
import {
  type Answer,
  answeredOf,
  asText,
  isInNote,
  mayCopyToNote,
  mayDeleteAnswers,
  newestFirst,
  ownSetOf,
  setForCall,
} from './answers.ts';

const item = (questionId: string, rest: Partial<Answer> = {}): Answer => ({
  questionId,
  question: `${questionId}?`,
  answer: `answer ${questionId}`,
  ...rest,
});

test('SSMART-010: the newest question comes first, and those of unknown age follow in their order', () => {
  const items = [
    item('unknown 1'),
    item('old', { createdAt: '2026-01-01T00:00:00Z' }),
    item('unknown 2', { createdAt: null }),
    // The same hour as 11:00 in Berlin.
    item('new', { createdAt: '2026-02-01T10:30:00Z' }),
    item('middle', { createdAt: '2026-02-01T11:00:00+01:00' }),
  ];
  expect(newestFirst(items).map(({ questionId }) => questionId)).toEqual([
    'new',
    'middle',
    'old',
    'unknown 1',
    'unknown 2',
  ]);
});

test('a blank answer is none', () => {
  expect(answeredOf([item('a'), item('b', { answer: null }), item('c', { answer: ' \n' })])).toEqual({
    answered: 1,
    all: 3,
  });
});

test('SSMART-012: what is copied are answered questions alone, by their title where they have one', () => {
  const items = [
    item('a', { title: 'Need' }),
    item('b', { answer: null }),
    item('c', { title: ' ', answer: ' 7:00 ' }),
  ];
  expect(asText(items)).toBe('Need\nanswer a\n\nc?\n7:00');
});

const question = { id: 'q', question: 'q?', title: null, createdAt: '2026-01-01T00:00:00Z' };
const sets = [
  { id: 'empty', questions: [] },
  { id: 'first', questions: [question] },
  { id: 'second', questions: [question] },
];
const assigned = [{ id: 'c', channelId: 'c', inboundSetId: 'second', outboundSetId: 'empty', rev: 1 }];

test.each([
  ['its own, though it is gone', { channelId: 'c', isIncoming: true, setId: 'gone' }, 'gone'],
  ['the one for incoming calls', { channelId: 'c', isIncoming: true, setId: null }, 'second'],
  ['the first, as the assigned one is empty', { channelId: 'c', isIncoming: false, setId: null }, 'first'],
  ['the first in a channel without any', { channelId: 'd', isIncoming: true, setId: null }, 'first'],
])('CONST-066: the set of a call: %s', (_which, call, found) => {
  expect(setForCall(call, sets, assigned)).toBe(found);
});

test('SSMART-009: the chosen set wins until there are answers', () => {
  const part = (items: Answer[], setId: string | null = 'first') => ({ status: 'success' as const, setId, items });
  expect(ownSetOf(part([]), 'second')).toBe('second');
  expect(ownSetOf(undefined, 'second')).toBe('second');
  expect(ownSetOf(part([]), null)).toBe('first');
  expect(ownSetOf(part([item('a')]), 'second')).toBe('first');
  expect(ownSetOf(part([item('a')], null), 'second')).toBe('second');
  expect(ownSetOf(undefined, null)).toBeNull();
});

test.each([
  ['they were copied after they were made', '2026-01-01T10:00:01.000Z', true],
  ['earlier ones were copied', '2026-01-01T09:59:59.000Z', false],
  ['none were copied', null, false],
])('SSMART-013: the note has the answers: %s', (_which, copiedToNoteAt, isThere) => {
  const madeBy = { kind: 'basic' as const, language: 'en' as const, fingerprint: 'f', at: '2026-01-01T10:00:00.000Z' };
  const part = { status: 'success' as const, setId: 'first', items: [item('a')], copiedToNoteAt };
  expect(isInNote({ ...part, madeBy })).toBe(isThere);
  expect(isInNote(part)).toBe(copiedToNoteAt !== null);
});

test('without questions there is no set', () => {
  expect(setForCall({ channelId: 'c', isIncoming: true, setId: null }, sets.slice(0, 1), assigned)).toBeNull();
});

test('SSMART-020: answers are copied to the note by the owner of the call alone', () => {
  expect(mayCopyToNote('me', 'me')).toBe(true);
  expect(mayCopyToNote('colleague', 'me')).toBe(false);
  expect(mayCopyToNote(null, 'me')).toBe(false);
  expect(mayCopyToNote('me', undefined)).toBe(false);
});

test.each([
  ['the owner', 'me', 'other', true],
  ['somebody else', 'other', 'me', false],
  ['a call without an owner, by the user whose questions they are', null, 'me', true],
  ['a call without an owner, by another one', null, 'other', false],
] as const)('SSMART-021: answers are deleted: %s', (_who, owner, byUserId, may) => {
  const part = { status: 'success' as const, setId: null, items: [item('a')], byUserId };
  expect(mayDeleteAnswers(owner, part, 'me')).toBe(may);
  expect(mayDeleteAnswers(null, undefined, 'me')).toBe(false);
});
