import type { ForwardRule } from '@sidetone/contract/entities/line-forwarding.ts';
import { expect, test } from 'vitest';
import { arrived, edited, opened, stored, warned } from './form-state.ts';
import { emptyDraft } from './rule-draft.ts';

const rule = (when: ForwardRule['when']): ForwardRule => ({
  when,
  callers: { kind: 'all' },
  times: null,
  to: { kind: 'voicemail' },
  isOn: true,
});
const saved = (...whens: ForwardRule['when'][]) => ({
  rules: whens.map(rule),
  ringSeconds: 20,
  mobiles: [],
  revision: 1,
});
const whens = ({ rules }: ReturnType<typeof opened>) => rules.map(({ when }) => when);
const form = opened(saved('busy'));
const typed = edited(form, { rules: [...form.rules, emptyDraft(form.nextKey)] });

test('what is saved elsewhere is shown where nothing was entered', () => {
  const after = arrived(form, saved('always', 'unreachable'));
  expect(whens(after)).toEqual(['always', 'unreachable']);
  expect(after.isDirty).toBe(false);
  expect(after.rules[0]?.key).toBe(form.rules[0]?.key);
  expect(new Set(after.rules.map(({ key }) => key)).size).toBe(2);
  expect(arrived(form, { ...saved('busy'), ringSeconds: 60 }).ringSeconds).toBe(60);
});

test('what is saved elsewhere does not take away what is being entered', () => {
  const after = arrived(typed, saved('always'));
  expect(whens(after)).toEqual(['busy', 'noAnswer']);
  expect(after.isDirty).toBe(true);
});

test('a mobile that is entered is kept until it is saved', () => {
  const mobile = { isOn: true, number: '0170 1', afterSeconds: 0, times: null, inShared: false };
  const entered = edited(form, { mobiles: [mobile] });
  expect(arrived(entered, saved('always')).mobiles).toEqual([mobile]);
  const answer = { ...saved('busy'), mobiles: [{ ...mobile, number: '+491701' }] };
  expect(stored(entered, entered, answer)).toMatchObject({ mobiles: answer.mobiles, isDirty: false });
});

test('a row that says the same changes nothing', () => {
  expect(arrived(form, saved('busy'))).toBe(form);
});

test('after Save the form shows what the server answered', () => {
  const after = stored(typed, typed, saved('busy', 'noAnswer'));
  expect(whens(after)).toEqual(['busy', 'noAnswer']);
  expect(after.isDirty).toBe(false);
  // The row that follows is the same, and the one before it is not taken for a change.
  expect(arrived(after, saved('busy', 'noAnswer'))).toBe(after);
});

test('what was entered while it was being saved stays, and is still to be saved', () => {
  const more = edited(typed, { ringSeconds: 40 });
  const after = stored(more, typed, saved('busy', 'noAnswer'));
  expect(after).toMatchObject({ ringSeconds: 40, isDirty: true });
  expect(arrived(after, saved('busy', 'noAnswer'))).toBe(after);
});

test('what arrived while it was being saved is shown after it: it is the same or newer', () => {
  const after = stored(arrived(typed, saved('always')), typed, saved('busy', 'noAnswer'));
  expect(whens(after)).toEqual(['always']);
  expect(whens(arrived(after, saved('busy', 'noAnswer')))).toEqual(['busy', 'noAnswer']);
});

test('Save replaces only what was seen, and after a warning what others have saved', () => {
  expect(typed.seen).toBe(1);
  const theirs = { ...saved('always'), revision: 2 };
  const overtaken = arrived(typed, theirs);
  expect([overtaken.seen, warned(overtaken).seen]).toEqual([1, 2]);
  expect(arrived(form, theirs).seen).toBe(2);
  // There and back again is what was seen.
  expect(arrived(typed, { ...saved('busy'), revision: 3 }).seen).toBe(3);
  expect(arrived(overtaken, { ...saved('always'), revision: 4 }).seen).toBe(1);
});

test('what was entered while it was being saved replaces what was saved, and nothing of others', () => {
  const more = edited(typed, { ringSeconds: 40 });
  const answer = { ...saved('busy', 'noAnswer'), revision: 2 };
  expect(stored(more, typed, answer).seen).toBe(2);
  expect(stored(arrived(more, { ...saved('always'), revision: 3 }), typed, answer).seen).toBe(2);
});
