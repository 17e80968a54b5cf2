import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smartAnswerSetInput } from '../../entities/smart-answers.ts';
import { smartAnswerQuestionLimit } from '../limits.ts';
import {
  answersAsNote,
  defaultSetTitle,
  hasSmartAnswerLimits,
  isSetEditable,
  mayBeQuestions,
} from './smart-answers.ts';

const questions = (count: number, word = 'What') =>
  Array.from({ length: count }, (_, at) => ({ id: `k${at}`, question: `${word} ${at}?`, title: null }));

test('SPERM-025: one plan alone lifts the limits', () => {
  expect(['PREMIUM_TIER_B', 'PREMIUM_TIER_A', 'undefined', ''].map(hasSmartAnswerLimits)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('SSMART-019: with limits the oldest set alone may be changed, whatever the order', () => {
  const [old, young] = [
    { id: 'b', createdAt: '2026-01-01T00:00:00.000Z' },
    { id: 'a', createdAt: '2026-01-02T00:00:00.000Z' },
  ];
  for (const sets of [
    [old, young],
    [young, old],
  ]) {
    expect(['b', 'a', 'gone'].map((id) => isSetEditable(sets, id, true))).toEqual([true, false, false]);
    expect(isSetEditable(sets, 'a', false)).toBe(true);
  }
});

describe('SSMART-018: questions of a set with limits', () => {
  test('ten are allowed, one more is not', () => {
    expect(mayBeQuestions([], questions(10), true)).toBe(true);
    expect(mayBeQuestions(questions(10), questions(11), true)).toBe(false);
    expect(mayBeQuestions([], questions(100), false)).toBe(true);
  });

  test('of those that a better plan left any may go, and the first ten may be reworded', () => {
    const before = questions(15);
    const chosen = fc.subarray(before);
    fc.assert(
      fc.property(chosen, (after) => {
        expect(mayBeQuestions(before, after, true)).toBe(true);
        const reworded = after.map((one) =>
          before.findIndex(({ id }) => id === one.id) < smartAnswerQuestionLimit ? { ...one, question: 'New?' } : one,
        );
        expect(mayBeQuestions(before, reworded, true)).toBe(true);
      }),
    );
    expect(mayBeQuestions(before, questions(15, 'Which'), true)).toBe(false);
    expect(mayBeQuestions(before, [...before.slice(1), { id: 'new', question: 'New?', title: null }], true)).toBe(
      false,
    );
  });
});

test('SSMART-007: a set that nobody named is called by how many there are', () => {
  expect([defaultSetTitle('en', 2), defaultSetTitle('de', 2), defaultSetTitle('de', 0)]).toEqual([
    'Set 2',
    'Fragen 2',
    'Fragen 1',
  ]);
});

test('a note has the answers that the call gave, as words and never as markup', () => {
  const html = answersAsNote([
    { question: 'When?', title: null, answer: 'On <b>Tuesday</b> & later' },
    { question: 'Who?', title: 'Caller', answer: null },
    { question: 'What?', title: 'Thing', answer: 'A pump' },
  ]);
  expect(html).toBe(
    '<p><strong>When?</strong><br>On &lt;b&gt;Tuesday&lt;/b&gt; &amp; later</p><p><strong>Thing</strong><br>A pump</p>',
  );
  expect(answersAsNote([{ question: 'Who?', title: null, answer: null }])).toBe('');
});

test('SSMART-016, SSMART-017: a question has one line of text, and a title or none', () => {
  const parsed = smartAnswerSetInput.parse({ title: ' ', questions: [{ id: 'a', question: ' Who\n\tcalled? ' }] });
  expect(parsed).toEqual({
    title: null,
    questions: [{ id: 'a', question: 'Who called?', title: null }],
    autoCopyToNote: false,
  });
  for (const question of ['', ' ', 'a\u202eb', 'x'.repeat(501)]) {
    expect(smartAnswerSetInput.safeParse({ questions: [{ id: 'a', question }] }).success).toBe(false);
  }
});
