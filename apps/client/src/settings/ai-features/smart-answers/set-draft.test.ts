import { expect, test } from 'vitest';
import {
  defaultTitle,
  draftAfter,
  draftOf,
  inputOf,
  isSameSet,
  lacksText,
  type SetDraft,
  tidied,
  withNext,
  withoutQuestion,
  withQuestion,
} from './set-draft.ts';

const question = (id: string, text: string, title = '') => ({ id, title, question: text });
const draft = (...questions: SetDraft['questions'][number][]): SetDraft => ({
  title: '',
  autoCopyToNote: false,
  questions,
});
const ids = ({ questions }: SetDraft) => questions.map(({ id }) => id);
const set = (number: number) => `Set ${number}`;

test('a set without questions begins with an empty one', () => {
  expect(draftOf({ title: null, autoCopyToNote: true, questions: [] }, 'new')).toEqual({
    title: '',
    autoCopyToNote: true,
    questions: [{ id: 'new', title: '', question: '' }],
  });
});

test('SSMART-002: deleting the last question leaves one empty question', () => {
  const two = draft(question('a', 'A?'), question('b', 'B?'));
  const one = withoutQuestion(two, 'a', 'new');
  expect(ids(one)).toEqual(['b']);
  expect(withoutQuestion(one, 'b', 'new').questions).toEqual([question('new', '')]);
});

test('SSMART-008: the next question comes after the one in which it was asked for', () => {
  const two = draft(question('a', 'A?'), question('b', 'B?'));
  expect(ids(withNext(two, 'a', 'new'))).toEqual(['a', 'new', 'b']);
  expect(ids(withNext(two, null, 'new'))).toEqual(['a', 'b', 'new']);
});

test('SSMART-005, SSMART-016: what is saved has no blanks around it and no question without a text', () => {
  const typed = draft(
    question('a', '  What\tdoes the\ncaller need? ', '  Need '),
    question('b', '   ', 'Title'),
    question('c', 'C?', ' '),
  );
  expect(inputOf({ ...typed, title: '  ' })).toEqual({
    title: null,
    autoCopyToNote: false,
    questions: [
      { id: 'a', title: 'Need', question: 'What does the caller need?' },
      { id: 'c', title: null, question: 'C?' },
    ],
  });
});

test('a title alone stays in its field and is known to be unsaved', () => {
  const typed = withQuestion(draft(question('a', 'A?'), question('b', '')), 'b', { title: 'Need' });
  expect(typed.questions).toEqual([question('a', 'A?'), question('b', '', 'Need')]);
  expect(typed.questions.map(lacksText)).toEqual([false, true]);
  expect([question('c', ' ', ' '), question('d', '')].map(lacksText)).toEqual([false, false]);
});

test('a title alone outlasts a change from elsewhere', () => {
  const mine = draft(question('a', 'A?'), question('b', '', 'Need'), question('c', ''));
  const theirs = inputOf(draft(question('a', 'Theirs?')));
  expect(draftAfter(mine, theirs, 'new').questions).toEqual([question('a', 'Theirs?'), question('b', '', 'Need')]);
  expect(ids(draftAfter(mine, { ...theirs, questions: [] }, 'new'))).toEqual(['b']);
  expect(ids(draftAfter(draft(question('a', 'A?')), { ...theirs, questions: [] }, 'new'))).toEqual(['new']);
});

test('blanks alone are no change', () => {
  const saved = inputOf(draft(question('a', 'A?', 'T')));
  expect(isSameSet(inputOf(draft(question('a', 'A? ', ' T'), question('b', ''))), saved)).toBe(true);
  const others = [
    withQuestion(draft(question('a', 'A?', 'T')), 'a', { question: 'B?' }),
    withQuestion(draft(question('a', 'A?', 'T')), 'a', { title: '' }),
    draft(question('b', 'A?', 'T')),
    draft(question('a', 'A?', 'T'), question('b', 'B?')),
    { ...draft(question('a', 'A?', 'T')), title: 'X' },
    { ...draft(question('a', 'A?', 'T')), autoCopyToNote: true },
  ];
  expect(others.map((other) => isSameSet(inputOf(other), saved))).toEqual(others.map(() => false));
});

test('SSMART-006: nothing remains of a set without questions, whatever its title', () => {
  expect(tidied({ ...draft(question('a', ' ', 'Only a title')), title: 'Sales' }, () => 'Set 1')).toBeNull();
});

test.each([
  ['the only set', [null], 'Set 1'],
  ['the second', ['Sales', null], 'Set 2'],
  ['a number that is taken', ['Set 2', null], 'Set 3'],
  ['every number up to it is taken', ['Set 3', 'Set 4', null], 'Set 5'],
] as const)('SSMART-007: a set without a title gets one from the number of sets: %s', (_which, titles, title) => {
  const sets = titles.map((one) => ({ title: one }));
  const left = tidied(draft(question('a', 'A?')), () => defaultTitle(sets, set));
  expect(left?.title).toBe(title);
});

test('a set keeps the title that it has', () => {
  expect(tidied({ ...draft(question('a', 'A?')), title: ' Sales ' }, () => 'Set 1')?.title).toBe('Sales');
});
