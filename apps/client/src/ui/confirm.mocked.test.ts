import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { confirm, leaveQuestions, questions } from './confirm.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  leaveQuestions();
  vi.unstubAllGlobals();
});

const asked = () => questions.getState().waiting.map(({ headline }) => headline);
const answers = (yes: boolean, remember = false) => questions.getState().waiting[0]?.answer(yes, remember);
const removal = {
  headline: 'Remove it?',
  action: 'Remove',
  dontAskAgain: { key: 'remove', label: 'Do not ask again' },
};

test('a question waits for its answer', async () => {
  const answer = confirm({ headline: 'Really?', action: 'Do it' });
  expect(asked()).toEqual(['Really?']);
  answers(true);
  expect(asked()).toEqual([]);
  expect(await answer).toBe(true);
});

test('several questions are asked one after the other', async () => {
  const both = [confirm({ headline: 'First?', action: 'Yes' }), confirm({ headline: 'Second?', action: 'Yes' })];
  answers(false);
  expect(asked()).toEqual(['Second?']);
  answers(true);
  expect(await Promise.all(both)).toEqual([false, true]);
});

test('an answer counts once', async () => {
  const answer = confirm({ headline: 'Really?', action: 'Do it' });
  const [question] = questions.getState().waiting;
  question?.answer(false, false);
  question?.answer(true, false);
  expect(await answer).toBe(false);
});

test('a user who said yes and wants no further question is not asked again', async () => {
  const first = confirm(removal);
  answers(true, true);
  expect(await first).toBe(true);
  expect(await confirm(removal)).toBe(true);
  expect(asked()).toEqual([]);
});

test.each([
  ['no', { yes: false, remember: true }],
  ['yes without the box', { yes: true, remember: false }],
])('after %s the question is asked again', async (_what, { yes, remember }) => {
  const first = confirm(removal);
  answers(yes, remember);
  await first;
  const second = confirm(removal);
  expect(asked()).toEqual(['Remove it?']);
  answers(false);
  expect(await second).toBe(false);
});

test('when the user who was asked is gone, the answer is no', async () => {
  const answer = confirm({ headline: 'Really?', action: 'Do it' });
  leaveQuestions();
  expect(await answer).toBe(false);
});
