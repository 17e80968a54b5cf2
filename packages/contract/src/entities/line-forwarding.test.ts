import { describe, expect, test } from 'vitest';
import { weekdays } from './channel-routing.ts';
import {
  type ForwardedCall,
  forwardRuleFor,
  forwardWhens,
  lineForwarding,
  lineForwardingChange,
  readAlongMobiles,
  readLineForwarding,
} from './line-forwarding.ts';

const call: ForwardedCall = { isOutside: true, number: '+4940111222', weekday: 'wednesday', time: '10:00' };
const anywhere = () => true;
const to = (number: string) => ({ kind: 'number', number });
const withRules = (...rules: object[]) => lineForwarding.parse({ isOn: true, rules });
/** The number to which a call goes. */
const goesTo = (
  forwarding: ReturnType<typeof withRules>,
  given: Partial<ForwardedCall> = {},
  whens: Parameters<typeof forwardRuleFor>[1] = ['always'],
) => {
  const rule = forwardRuleFor(forwarding, whens, { ...call, ...given }, anywhere);
  return rule?.to.kind === 'number' ? rule.to.number : null;
};

describe('the rule that counts', () => {
  test('none where forwarding is off', () => {
    expect(goesTo({ ...withRules({ when: 'always', to: to('+4930100') }), isOn: false })).toBeNull();
  });

  test('that of its occasion, and the first named occasion first', () => {
    const all = withRules(...forwardWhens.map((when, at) => ({ when, to: to(`+493010${at}`) })).toReversed());
    for (const [at, when] of forwardWhens.entries()) expect(goesTo(all, {}, [when])).toBe(`+493010${at}`);
    expect(goesTo(all, {}, ['busy', 'always'])).toBe('+4930101');
  });

  test('the first that fits the caller, in their order', () => {
    const some = withRules(
      { when: 'always', callers: { kind: 'numbers', numbers: ['+4940111222', '+4940333'] }, to: to('+4930101') },
      { when: 'always', callers: { kind: 'anonymous' }, to: to('+4930102') },
      { when: 'always', callers: { kind: 'outside' }, to: to('+4930103') },
      { when: 'always', to: to('+4930104') },
    );
    expect(goesTo(some)).toBe('+4930101');
    expect(goesTo(some, { number: null })).toBe('+4930102');
    expect(goesTo(some, { number: '+4940999' })).toBe('+4930103');
    expect(goesTo(some, { isOutside: false, number: null })).toBe('+4930104');
    expect(goesTo(some, { isOutside: false, number: '+4940333' })).toBe('+4930104');
  });

  test('one that leads nowhere now is passed over', () => {
    const two = withRules({ when: 'busy', to: to('+4930101') }, { when: 'busy', to: { kind: 'voicemail' } });
    const rule = forwardRuleFor(two, ['busy'], call, ({ kind }) => kind !== 'number');
    expect(rule?.to).toEqual({ kind: 'voicemail' });
    expect(forwardRuleFor(two, ['busy'], call, () => false)).toBeNull();
  });

  test.each([
    ['monday', '08:59', false],
    ['monday', '09:00', true],
    ['monday', '16:59', true],
    ['monday', '17:00', false],
    ['tuesday', '12:00', false],
  ] as const)('on %s at %s within a day: %s', (weekday, time, counts) => {
    const rule = { when: 'always', times: { days: ['monday'], from: '09:00', until: '17:00' }, to: to('+4930101') };
    expect(goesTo(withRules(rule), { weekday, time }) !== null).toBe(counts);
  });

  test.each([
    ['friday', '19:59', false],
    ['friday', '20:00', true],
    ['saturday', '06:59', true],
    ['saturday', '07:00', false],
    ['saturday', '20:00', false],
    ['friday', '03:00', false],
  ] as const)('on %s at %s over midnight: %s', (weekday, time, counts) => {
    const rule = { when: 'always', times: { days: ['friday'], from: '20:00', until: '07:00' }, to: to('+4930101') };
    expect(goesTo(withRules(rule), { weekday, time }) !== null).toBe(counts);
  });

  test('the night of Sunday lasts into Monday', () => {
    const rule = { when: 'always', times: { days: ['sunday'], from: '22:00', until: '06:00' }, to: to('+4930101') };
    const nights = weekdays.filter((weekday) => goesTo(withRules(rule), { weekday, time: '05:00' }) !== null);
    expect(nights).toEqual(['monday']);
  });
});

describe('what is entered', () => {
  test.each([
    { rules: [{ when: 'always', to: { kind: 'number', number: '0170 55' } }] },
    { rules: [{ when: 'sometimes', to: { kind: 'voicemail' } }] },
    { rules: Array.from({ length: 21 }, () => ({ when: 'busy', to: { kind: 'voicemail' } })) },
    { rules: [{ when: 'busy', callers: { kind: 'numbers', numbers: [] }, to: { kind: 'voicemail' } }] },
    { rules: [{ when: 'busy', times: { days: [], from: '08:00', until: '09:00' }, to: { kind: 'voicemail' } }] },
    { rules: [{ when: 'busy', times: { days: ['monday'], from: '8', until: '09:00' }, to: { kind: 'voicemail' } }] },
    {
      rules: [{ when: 'busy', times: { days: ['monday'], from: '09:00', until: '09:00' }, to: { kind: 'voicemail' } }],
    },
    { ringSeconds: 4 },
    { ringSeconds: 121 },
    {},
  ])('is refused: %j', (change) => {
    expect(lineForwardingChange.safeParse(change).success).toBe(false);
  });

  test('and what cannot be read is off', () => {
    const off = { isOn: false, ringSeconds: 20, rules: [], mobiles: [], revision: 0 };
    for (const stored of [{}, null, 'x', { isOn: true, rules: [{ when: 'never' }] }]) {
      expect(readLineForwarding(stored)).toEqual(off);
    }
  });
});

test('mobiles are kept as they were entered, and those that cannot be read are none', () => {
  const mobile = { isOn: true, number: '+491701234567' };
  const read = { ...mobile, afterSeconds: 0, times: null, inShared: false };
  expect(lineForwardingChange.parse({ mobiles: [mobile] })).toEqual({ mobiles: [read] });
  expect(lineForwardingChange.parse({ mobiles: [] })).toEqual({ mobiles: [] });
  expect(readAlongMobiles([mobile])).toEqual([read]);
  const others = ['+491701234568', '+491701234569', '+491701234570'].map((number) => ({ ...mobile, number }));
  for (const wrong of [
    null,
    'x',
    [{ ...mobile, number: '112' }],
    [{ ...mobile, afterSeconds: 61 }],
    [{ ...mobile, times: { days: [], from: '08:00', until: '09:00' } }],
    [mobile, mobile],
    [mobile, ...others],
  ]) {
    expect(readAlongMobiles(wrong)).toEqual([]);
    expect(lineForwardingChange.safeParse({ mobiles: wrong }).success).toBe(false);
  }
});
