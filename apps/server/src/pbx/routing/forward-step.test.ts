import { forwardWhens, lineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DirectoryChannel } from '../ports.ts';
import { dryRun } from './dry-run.ts';
import { type PlanMoment, planChannel, type RouteStep } from './plan-channel.ts';
import { arrivalAt, type ChannelPlan, mostChannels } from './route-plan.ts';
import { someLine, someRule } from './testing/some-line.ts';

const mobile = '+4917055555';
const moment = (given: Partial<PlanMoment> = {}): PlanMoment => ({
  // A Monday, at ten by the clock in Berlin.
  now: new Date('2026-11-16T09:00:00Z'),
  callerUserId: null,
  caller: { isOutside: true, number: '+4940111' },
  canServe: true,
  isBusy: () => false,
  isThere: () => true,
  ...given,
});

const inWords = (step: RouteStep): string => {
  switch (step.do) {
    case 'ring':
      return `${step.userIds.join('+')} ${step.forMs / 1000}s`;
    case 'enter':
      return `to ${step.rest.channelId}`;
    case 'forward':
      return `${step.number} of ${step.userId}`;
    case 'end':
      return step.why;
    default:
      return step.do;
  }
};

/**
 * What is tried one after the other while nobody takes the call; of numbers outside, how it goes on where they must not be
 * called, or where they were: the first of them, the second, and so on in turns.
 */
function tried(
  lines: readonly DirectoryChannel[],
  given: Partial<PlanMoment> = {},
  wasTried: boolean | readonly boolean[] = false,
): string[] {
  const said: string[] = [];
  const were = typeof wasTried === 'boolean' ? [wasTried] : wasTried;
  let outside = 0;
  let plan: ChannelPlan | null = arrivalAt(lines[0]?.channelId ?? '');
  while (plan !== null) {
    if (said.length > 100) throw new Error('the call never ends');
    const { channelId }: ChannelPlan = plan;
    const line = lines.find((each) => each.channelId === channelId);
    if (!line) throw new Error(`there is no ${channelId}`);
    const step: RouteStep = planChannel(plan, line, moment(given));
    said.push(inWords(step));
    if (step.do === 'forward') plan = were[outside++ % were.length] ? step.untaken : step.rest;
    else plan = 'rest' in step ? step.rest : null;
  }
  return said;
}

const message = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true } };

describe('a line sends a call on', () => {
  test('always, and without ringing', () => {
    expect(tried([someLine('anna', [someRule('always', 'ben')]), someLine('ben')])).toEqual(['to c-ben', 'wben 30s']);
  });

  test('while its user talks, which no other rule is for', () => {
    const lines = [someLine('anna', [someRule('busy', 'ben')]), someLine('ben')];
    expect(tried(lines, { isBusy: (userId) => userId === 'wanna' })).toEqual(['to c-ben', 'wben 30s']);
    expect(tried(lines)).toEqual(['wanna 30s', 'nobodyTookIt']);
  });

  test('while its user wants no calls', () => {
    const line = someLine('anna', [someRule('busy', 'voicemail')], { isDnd: true });
    expect(tried([line])).toEqual(['voicemail']);
  });

  test('after it rang and was refused, and as unanswered where it only rang', () => {
    const line = someLine('anna', [someRule('busy', 'voicemail'), someRule('noAnswer', mobile)], { ringSeconds: 15 });
    expect(tried([line], { wasBusy: true })).toEqual(['wanna 15s', 'voicemail']);
    expect(tried([line]).slice(0, 2)).toEqual(['wanna 15s', `${mobile} of wanna`]);
  });

  test('whose user has no device that could ring', () => {
    const line = someLine('anna', [someRule('unreachable', mobile), someRule('noAnswer', 'voicemail')]);
    expect(tried([line], { isThere: () => false })[0]).toBe(`${mobile} of wanna`);
  });

  test('whose user wants no calls and has no device that could ring: no device can ring', () => {
    const line = someLine('anna', [someRule('unreachable', mobile)], { isDnd: true });
    expect(tried([line], { isThere: () => false })[0]).toBe(`${mobile} of wanna`);
    expect(tried([line])).toEqual(['doNotDisturb']);
    const both = someLine('anna', [someRule('unreachable', mobile), someRule('busy', 'voicemail')], { isDnd: true });
    expect(tried([both], { isThere: () => false })).toEqual(['voicemail']);
  });

  test('whose devices are registered, and none of them could be made to ring', () => {
    const line = someLine('anna', [someRule('noAnswer', 'voicemail'), someRule('unreachable', mobile)]);
    expect(tried([line], { neverRang: true })).toEqual(['wanna 20s', `${mobile} of wanna`, 'voicemail']);
    expect(tried([line])).toEqual(['wanna 20s', 'voicemail']);
    const alone = someLine('anna', [someRule('unreachable', 'voicemail')]);
    expect(tried([alone], { neverRang: true })).toEqual(['wanna 30s', 'voicemail']);
  });

  test('to its voicemail, also where the line has none by itself', () => {
    expect(tried([someLine('anna', [someRule('noAnswer', 'voicemail')])])).toEqual(['wanna 20s', 'voicemail']);
  });

  test('by what counts for the caller and the hour', () => {
    const times = { days: ['monday'], from: '18:00', until: '08:00' };
    const line = someLine('anna', [
      someRule('always', 'voicemail', { times }),
      someRule('always', mobile, { callers: { kind: 'anonymous' } }),
    ]);
    const first = (given: Partial<PlanMoment>) => tried([line], given)[0];
    expect(first({})).toBe('wanna 30s');
    expect(first({ now: new Date('2026-11-16T17:00:00Z') })).toBe('voicemail');
    expect(first({ caller: { isOutside: true, number: null } })).toBe(`${mobile} of wanna`);
    expect(first({ caller: { isOutside: false, number: null } })).toBe('wanna 30s');
  });
});

describe('where a rule leads nowhere', () => {
  test('two lines that send their calls to each other: the second one rings', () => {
    const lines = [someLine('anna', [someRule('always', 'ben')]), someLine('ben', [someRule('always', 'anna')])];
    expect(tried(lines)).toEqual(['to c-ben', 'wben 30s']);
  });

  test('to a number that must not be called: the line rings', () => {
    expect(tried([someLine('anna', [someRule('always', mobile)], { routing: message })])).toEqual([
      `${mobile} of wanna`,
      'wanna 30s',
      'voicemail',
    ]);
  });

  test('to a number that did not take the call: the line does what it does with calls that nobody takes', () => {
    const line = someLine('anna', [someRule('always', mobile)], { routing: message });
    expect(tried([line], {}, true)).toEqual([`${mobile} of wanna`, 'voicemail']);
    expect(tried([someLine('anna', [someRule('always', mobile)])], {}, true)).toEqual([
      `${mobile} of wanna`,
      'nobodyTookIt',
    ]);
  });

  test.each([
    ['is refused', false, 'always', 'always', ['voicemail']],
    ['is refused', false, 'always', 'noAnswer', ['wanna 20s', 'voicemail']],
    ['is not taken', true, 'always', 'always', ['voicemail']],
    ['is not taken', true, 'always', 'noAnswer', ['voicemail']],
    ['is not taken', true, 'unreachable', 'noAnswer', ['voicemail']],
  ] as const)(
    'to a number that %s (%s): the rule that follows “%s” for “%s” counts',
    (_why, wasTried, when, then, left) => {
      const line = someLine('anna', [someRule(when, mobile), someRule(then, 'voicemail')]);
      const isThere = () => when !== 'unreachable';
      for (const wasBusy of wasTried ? [false, true] : [false]) {
        expect(tried([line], { isThere, wasBusy }, wasTried)).toEqual([`${mobile} of wanna`, ...left]);
      }
    },
  );

  test('to a number that did not take the call of a line that rang: the next rule of that occasion counts', () => {
    const lines = [someLine('anna', [someRule('noAnswer', mobile), someRule('noAnswer', 'ben')]), someLine('ben')];
    const expected = ['wanna 20s', `${mobile} of wanna`, 'to c-ben', 'wben 30s'];
    expect(tried(lines, {}, true)).toEqual(expected);
    const declined = [someLine('anna', [someRule('busy', mobile), someRule('busy', 'voicemail')])];
    expect(tried(declined, { wasBusy: true }, true).slice(1)).toEqual([`${mobile} of wanna`, 'voicemail']);
  });

  test('that nobody outside took a call is forgotten in the next line', () => {
    const lines = [
      someLine('anna', [someRule('always', mobile), someRule('always', 'ben')]),
      someLine('ben', [someRule('busy', 'voicemail')]),
    ];
    const steps = tried(lines, { wasBusy: true }, true);
    expect(steps).toEqual([`${mobile} of wanna`, 'to c-ben', 'wben 30s', 'voicemail']);
  });

  test.each([
    ['the caller', { caller: { isOutside: true, number: mobile } }, mobile],
    ['the colleague who calls', { callerUserId: 'wben', caller: { isOutside: false, number: null } }, 'ben'],
    ['a message of somebody who cannot be spoken to', { canServe: false }, 'voicemail'],
    ['nobody, for the own call of its user', { callerUserId: 'wanna' }, mobile],
  ] as const)('to %s: it counts for nothing', (_whom, given, to) => {
    const [first] = tried([someLine('anna', [someRule('always', to)]), someLine('ben')], given);
    expect(first).toBe(
      given && 'callerUserId' in given && given.callerUserId === 'wanna' ? 'unavailable' : 'wanna 30s',
    );
  });

  test('to a colleague without a line, or where the user is gone', () => {
    const line = someLine('anna', [someRule('always', 'ben')]);
    const { forwarding = { ...lineForwarding.parse({}), lines: {} } } = line;
    expect(tried([{ ...line, forwarding: { ...forwarding, lines: {} } }])[0]).toBe('wanna 30s');
    expect(tried([{ ...line, members: [] }])).toEqual(['unavailable']);
  });

  test('switched off', () => {
    expect(tried([someLine('anna', [someRule('always', mobile)], { isOn: false })])[0]).toBe('wanna 30s');
  });
});

test('no chain of rules comes to a line twice, or to more lines than a call may, with any of their owners busy', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
  const rule = fc.record({
    when: fc.constantFrom(...forwardWhens),
    to: fc.constantFrom(...names, mobile, 'voicemail'),
  });
  const company = fc.tuple(...names.map(() => fc.array(rule, { maxLength: 4 })));
  const state = fc.record({ busy: fc.subarray(names), gone: fc.subarray(names), wasBusy: fc.boolean() });
  const wereTried = fc.array(fc.boolean(), { minLength: 1, maxLength: mostChannels });
  fc.assert(
    fc.property(company, state, wereTried, (rules, { busy, gone, wasBusy }, wasTried) => {
      const lines = names.map((name, at) =>
        someLine(
          name,
          (rules[at] ?? []).map(({ when, to }) => someRule(when, to)),
        ),
      );
      const steps = tried(
        lines,
        {
          isBusy: (userId) => busy.includes(userId.slice(1)),
          isThere: (userId) => !gone.includes(userId.slice(1)),
          wasBusy,
        },
        wasTried,
      );
      const entered = steps.filter((step) => step.startsWith('to '));
      expect(new Set(entered).size).toBe(entered.length);
      expect(entered).not.toContain('to c-a');
      expect(entered.length).toBeLessThan(mostChannels);
      const outside = steps.filter((step) => step.startsWith(mobile));
      expect(new Set(outside).size).toBe(outside.length);
      // In each line: it is entered, rings, and sends to a number once at most.
      expect(steps.length).toBeLessThanOrEqual(3 * mostChannels);
    }),
    { numRuns: 500 },
  );
});

test('the dry run names the rule, and where it leads', () => {
  const lines = [someLine('anna', [someRule('noAnswer', 'ben')]), someLine('ben', [someRule('always', mobile)])];
  const channelById = (id: string) => lines.find(({ channelId }) => channelId === id);
  expect(dryRun({ channelId: 'c-anna', at: new Date('2026-11-16T09:00:00Z'), channelById })).toEqual([
    { channelId: 'c-anna', afterSeconds: 0, what: 'rings', userIds: ['wanna'], seconds: 20 },
    { channelId: 'c-anna', afterSeconds: 20, what: 'rule', when: 'noAnswer' },
    { channelId: 'c-anna', afterSeconds: 20, what: 'forwarded', toChannelId: 'c-ben' },
    { channelId: 'c-ben', afterSeconds: 20, what: 'rule', when: 'always' },
    { channelId: 'c-ben', afterSeconds: 20, what: 'number', number: mobile },
    { channelId: 'c-ben', afterSeconds: 20, what: 'ends', why: 'nobodyTookIt' },
  ]);
});

test.each([
  ['does not take it', true, ['rule always', 'number', 'rule noAnswer', 'voicemail']],
  ['cannot be called', false, ['rule always', 'number', 'rings', 'rule noAnswer', 'voicemail']],
])('the dry run goes on where the number of a rule %s', (_why, canCall, expected) => {
  const line = someLine('anna', [someRule('always', mobile), someRule('noAnswer', 'voicemail')]);
  const at = new Date('2026-11-16T09:00:00Z');
  const steps = dryRun({ channelId: 'c-anna', at, channelById: () => line, canCall: () => canCall });
  expect(steps.map((step) => (step.what === 'rule' ? `rule ${step.when}` : step.what))).toEqual(expected);
});

test('the dry run asks no anonymous caller', () => {
  const line = someLine('anna', [someRule('always', mobile, { callers: { kind: 'anonymous' } })]);
  const [first] = dryRun({ channelId: 'c-anna', at: new Date('2026-11-16T09:00:00Z'), channelById: () => line });
  expect(first).toMatchObject({ what: 'rings' });
});

test.each([
  ['without a number', null, 'voicemail'],
  ['whom a rule names', '+4940111', 'forwarded'],
  ['whom a rule would call', mobile, 'rings'],
  ['whom no rule names', '+4940222', 'number'],
])('the dry run of a caller %s', (_who, number, what) => {
  const lines = [
    someLine('anna', [
      someRule('always', 'voicemail', { callers: { kind: 'anonymous' } }),
      someRule('always', 'ben', { callers: { kind: 'numbers', numbers: ['+4940111'] } }),
      someRule('always', mobile),
    ]),
    someLine('ben'),
  ];
  const channelById = (id: string) => lines.find(({ channelId }) => channelId === id);
  const caller = { isOutside: true, number };
  const steps = dryRun({ channelId: 'c-anna', at: new Date('2026-11-16T09:00:00Z'), channelById, caller });
  expect(steps.find((step) => step.what !== 'rule')?.what).toBe(what);
});
