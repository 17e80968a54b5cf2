import { lineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { en } from '#i18n/words.ts';
import { RuleList } from './RuleList.tsx';
import { draftOf, type RuleProblem } from './rule-draft.ts';
import type { ForwardingForm } from './use-forwarding-form.ts';

await i18next.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } });

const people = [
  { id: 'wben', name: 'Ben Birke' },
  { id: 'wcleo', name: 'Cleo Cordes' },
];
const drawn = (
  rules: readonly object[],
  given: Partial<ForwardingForm> = {},
  { isOthers = false, colleagues = people as typeof people | null } = {},
) => {
  const read = lineForwarding.parse({ isOn: true, rules });
  const form: ForwardingForm = {
    rules: read.rules.map((rule, at) => draftOf(rule, at)),
    ringSeconds: 17,
    mobiles: [],
    mobileProblems: new Map(),
    problems: new Map<number, RuleProblem>(),
    failure: null,
    isDirty: false,
    isBusy: false,
    change: () => {},
    add: () => {},
    save: async () => true,
    ...given,
  };
  return renderToStaticMarkup(createElement(RuleList, { form, colleagues, isOthers }));
};
const toVoicemail = { kind: 'voicemail' };
const busy = { when: 'busy', to: toVoicemail };

test('each rule is a group of its own with what it needs, and no field that it does not need', () => {
  const html = drawn([busy]);
  expect(html).toContain('<legend class="sr-only">Rule 1</legend>');
  expect(html).toContain('During another call, with “Do not disturb” on, or if the call is declined.');
  for (const absent of ['Colleague<', 'Number<', 'Callers’ numbers', 'Days<', 'Ring time', 'the first that fits']) {
    expect(html).not.toContain(absent);
  }
});

test('colleagues are offered by name, and one who is gone is said to be', () => {
  const to = (userId: string) => [{ when: 'always', to: { kind: 'colleague', userId } }];
  expect(drawn(to('wcleo'))).toContain('<option value="wcleo" selected="">Cleo Cordes</option>');
  expect(drawn(to('wcleo'))).not.toContain('This user is no longer there.');
  expect(drawn(to('wgone'))).toContain('This user is no longer there.');
  expect(drawn(to('wgone'), {}, { colleagues: [] })).toContain('This user is no longer there.');
  expect(drawn(to('wgone'), {}, { colleagues: null })).not.toContain('This user is no longer there.');
});

test('the ring time is asked for where calls that are not answered are forwarded, as it is saved', () => {
  const html = drawn([busy, { when: 'noAnswer', to: toVoicemail }]);
  expect(html).toContain('<option value="17" selected="">17 seconds</option>');
  expect(html).toContain('the first that fits a call counts');
});

test('days and hours, and callers’ numbers, are shown as they are saved', () => {
  const times = { days: ['friday'], from: '20:00', until: '24:00' };
  const html = drawn([{ ...busy, times, callers: { kind: 'numbers', numbers: ['+4940111', '+4940222'] } }]);
  expect(html.match(/checked=""/g)).toHaveLength(2);
  expect(html).toContain('value="20:00"');
  expect(html).toContain('value="00:00"');
  expect(html).toContain('+4940111\n+4940222');
});

test('what is wrong is said at its rule, and a failure of the whole below', () => {
  const number = { when: 'always', to: { kind: 'number', number: '+33142685300' } };
  const html = drawn([number], { problems: new Map([[0, 'barred']]) });
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('Your company does not allow calls to this number.');
  expect(drawn([number], { failure: 'NETWORK' })).toContain('role="alert"');
});

test('a rule that is wrong is said below, too, and what has to be entered again is marked', () => {
  const wrong = (times: object) => drawn([{ ...busy, times }], { problems: new Map([[0, 'times']]) });
  const marked = (html: string) =>
    html.match(/<input[^>]*aria-invalid="true"[^>]*>/g)?.map((tag) => /type="(\w+)"/.exec(tag)?.[1]);
  const html = wrong({ days: ['friday'], from: '20:00', until: '24:00' });
  expect(html).toContain('Nothing was saved. Correct what is marked.');
  expect(marked(html)).toEqual(['time', 'time']);
  expect(marked(drawn([busy]))).toBeUndefined();
  expect(drawn([busy])).not.toContain('Nothing was saved');
});

test('the list can take the focus where one of its rules is removed', () => {
  expect(drawn([busy])).toMatch(/<section tabindex="-1" aria-label="Rules"/);
});

test('administrators read the rules of others as such', () => {
  expect(drawn([busy], {}, { isOthers: true })).toContain('If the user is busy');
  expect(drawn([busy])).toContain('If you are busy');
});
