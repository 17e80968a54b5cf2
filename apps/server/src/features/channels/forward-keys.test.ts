import { type ForwardRule, type LineForwarding, lineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import { expect, test } from 'vitest';
import { changeByKey, isKeyOn, ruleOfKey } from './forward-keys.ts';

const voicemail = { kind: 'voicemail' } as const;
const number = (digits: string) => ({ kind: 'number', number: `+49301234${digits}` }) as const;
const plain = (when: ForwardRule['when'], to: ForwardRule['to'], isOn = true): ForwardRule => ({
  when,
  callers: { kind: 'all' },
  times: null,
  to,
  isOn,
});
const forOutside: ForwardRule = { ...plain('always', number('1')), callers: { kind: 'outside' } };
const atNight: ForwardRule = {
  ...plain('always', number('2')),
  times: { days: ['monday'], from: '18:00', until: '08:00' },
};
const line = (isOn: boolean, rules: readonly ForwardRule[]): LineForwarding => lineForwarding.parse({ isOn, rules });

test('a key is lit by a rule for everyone at any time, and by none for some callers or times', () => {
  expect(isKeyOn(line(true, [forOutside, atNight]), 'always')).toBe(false);
  const forwarding = line(true, [forOutside, plain('always', voicemail), plain('busy', number('3'), false)]);
  expect([isKeyOn(forwarding, 'always'), isKeyOn(forwarding, 'busy'), isKeyOn(forwarding, 'noAnswer')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isKeyOn({ ...forwarding, isOn: false }, 'always')).toBe(false);
  expect(ruleOfKey(forwarding, 'busy')?.to).toEqual(number('3'));
});

test('a rule that is switched off keeps its target, and rules for some callers stay as they are', () => {
  const forwarding = line(true, [
    forOutside,
    plain('always', number('3')),
    plain('always', voicemail),
    plain('busy', voicemail),
  ]);
  const rules = changeByKey(forwarding, 'always', { isOn: false, to: null })?.rules ?? [];
  expect(rules.map(({ isOn }) => isOn)).toEqual([true, false, false, true]);
  const again = changeByKey({ ...forwarding, rules }, 'always', { isOn: true, to: null });
  expect(again?.rules?.[1]).toEqual(plain('always', number('3')));
});

test('switched on, a rule is changed where it is, or comes last', () => {
  const forwarding = line(true, [plain('busy', voicemail), forOutside]);
  expect(changeByKey(forwarding, 'busy', { isOn: true, to: number('4') })?.rules).toEqual([
    plain('busy', number('4')),
    forOutside,
  ]);
  expect(changeByKey(forwarding, 'noAnswer', { isOn: true, to: number('4') })?.rules).toEqual([
    plain('busy', voicemail),
    forOutside,
    plain('noAnswer', number('4')),
  ]);
  expect(changeByKey(forwarding, 'noAnswer', { isOn: true, to: null })).toBeUndefined();
});

test('where all rules were off, a key switches on its own and no other', () => {
  const change = changeByKey(line(false, [plain('busy', voicemail), forOutside]), 'always', {
    isOn: true,
    to: voicemail,
  });
  expect(change?.isOn).toBe(true);
  expect(change?.rules?.map(({ isOn }) => isOn)).toEqual([false, false, true]);
});
