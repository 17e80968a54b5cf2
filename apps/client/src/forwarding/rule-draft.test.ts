import type { ForwardRule } from '@sidetone/contract/entities/line-forwarding.ts';
import { expect, test } from 'vitest';
import { draftOf, emptyDraft, problemsOf, ruleOf } from './rule-draft.ts';

const berlin = { country: 'DE', areaCode: '30' };

test.each<ForwardRule>([
  { when: 'always', callers: { kind: 'all' }, times: null, to: { kind: 'voicemail' }, isOn: true },
  { when: 'busy', callers: { kind: 'anonymous' }, times: null, to: { kind: 'colleague', userId: 'w1' }, isOn: false },
  {
    when: 'noAnswer',
    callers: { kind: 'numbers', numbers: ['+4940111222', '+4930999888'] },
    times: { days: ['friday'], from: '20:00', until: '07:00' },
    to: { kind: 'number', number: '+491701234567' },
    isOn: true,
  },
])('a saved rule is the same after it was looked at: $when', (rule) => {
  expect(ruleOf(draftOf(rule, 1), berlin)).toEqual(rule);
});

test('numbers are read as people of the place type them', () => {
  const draft = { ...emptyDraft(1), callers: 'numbers', numbers: '040 111222,\n\n0170 1234567\n040111222' } as const;
  const rule = ruleOf({ ...draft, to: 'number', number: '0171 7654321' }, berlin);
  expect(rule).toMatchObject({
    callers: { kind: 'numbers', numbers: ['+4940111222', '+491701234567'] },
    to: { kind: 'number', number: '+491717654321' },
  });
});

test.each([
  ['number', { to: 'number', number: '12' }],
  ['number', { to: 'number', number: '' }],
  ['colleague', { to: 'colleague' }],
  ['numbers', { callers: 'numbers', numbers: '' }],
  ['numbers', { callers: 'numbers', numbers: '040 111222\nmy aunt' }],
  ['times', { times: { days: [], from: '09:00', until: '17:00' } }],
  ['times', { times: { days: ['monday'], from: '09:00', until: '09:00' } }],
] as const)('what has to be entered again: %s', (problem, given) => {
  expect(ruleOf({ ...emptyDraft(1), ...(given as object) }, berlin)).toBe(problem);
});

test('what the server refuses is said at its rule, and only what there are words for', () => {
  const issues = [
    { path: 'rules.1.to', message: 'barred' },
    { path: 'rules.2.to', message: 'something new' },
    { path: 'ringSeconds', message: 'barred' },
  ];
  expect([...problemsOf(issues)]).toEqual([[1, 'barred']]);
});
