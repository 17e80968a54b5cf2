import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dryRun } from './dry-run.ts';
import { type PlanMoment, planChannel, planLate, type RouteStep } from './plan-channel.ts';
import { queueFor, type Waiting } from './queue-order.ts';
import { arrivalAt, type ChannelPlan, ledOn } from './route-plan.ts';
import { leftBy, suiting, type Wants } from './skilled-members.ts';
import { someMember, someQueue } from './testing/some-channel.ts';

const begun = new Date('2026-11-16T09:00:00Z');
const moment = (afterMs = 0, given: Partial<PlanMoment> = {}): PlanMoment => ({
  now: new Date(begun.getTime() + afterMs),
  callerUserId: null,
  isBusy: () => false,
  isThere: () => true,
  canServe: true,
  ...given,
});
const english = { skillId: 'english', level: 1 };
/** Wanna has been without a call for longer, and speaks no English. */
const wanna = someMember('wanna', { lastCallAt: null });
const wben = someMember('wben', { lastCallAt: new Date('2026-11-16T08:59:00Z'), skills: { english: 2 } });
const wcleo = someMember('wcleo', { lastCallAt: new Date('2026-11-16T08:00:00Z'), skills: { english: 3 } });
const idle = { strategy: 'longest-idle', turnSeconds: 10, skills: { relaxSeconds: 30 } };

/** All who ring one after the other, until the caller leaves. */
function ringing(queue: ReturnType<typeof someQueue>, begins: ChannelPlan, given: Partial<PlanMoment> = {}): string[] {
  const said: string[] = [];
  let ms = 0;
  for (let plan: ChannelPlan | null = begins; plan !== null && ms < 120_000; ) {
    const step: RouteStep = planChannel(plan, queue, moment(ms, given));
    if (step.do === 'ring') said.push(`${ms / 1000} ${step.userIds.join('+')}`);
    if (step.do === 'ring' || step.do === 'wait') ms += step.forMs;
    plan = 'rest' in step && step.rest ? JSON.parse(JSON.stringify(step.rest)) : null;
  }
  return said;
}

describe('a caller who needs a skill', () => {
  const arrives = arrivalAt('queue', { firstSkills: [english] });

  test('rings those who have it first, best level first, and after the time all others', () => {
    const queue = someQueue([wanna, wben, wcleo], { ...idle, waiting: {} });
    expect(ringing(queue, arrives).slice(0, 4)).toEqual(['0 wcleo', '10 wben', '25 wcleo', '35 wben']);
    const alone = someQueue([wanna, wben], { ...idle, waiting: {} });
    const rung = ringing(alone, arrives).slice(0, 3);
    expect(rung).toEqual(['0 wben', '15 wben', '30 wanna']);
    expect(ringing(alone, arrivalAt('queue'))[0]).toBe('0 wanna');
  });

  test('finds the same where no caller waits in an order', () => {
    const queue = someQueue([wanna, wben], { ...idle, ringSeconds: 60 });
    const first = planChannel(arrives, queue, moment());
    expect(first).toMatchObject({ userIds: ['wben'], forMs: 30_000, asked: { step: 'skills', needs: [english] } });
    expect(ringing(queue, arrives)).toEqual(['0 wben', '30 wanna']);
    const busy = { isBusy: (id: string) => id === 'wben' };
    expect(planChannel(arrives, queue, moment(0, busy)).do).toBe('wait');
    expect(ringing(queue, arrives, busy)[0]).toBe('30 wanna');
  });

  test('is joined by the others where all ring together', () => {
    const queue = someQueue([wanna, wben], { waiting: {}, ringSeconds: 60, skills: { relaxSeconds: 30 } });
    const first = planChannel(arrives, queue, moment());
    if (first.do !== 'ring' || first.late === null) throw new Error('nobody rings');
    expect(first.userIds).toEqual(['wben']);
    expect(planLate(first.late, 20_000, queue, moment(20_000))).toBeNull();
    expect(planLate(first.late, 30_000, queue, moment(30_000))).toMatchObject({ ring: { userIds: ['wanna'] } });
  });

  test('rings everybody immediately where nobody who takes part has the skill, or it was deleted', () => {
    const gone = arrivalAt('queue', { firstSkills: [{ skillId: 'gone', level: 3 }] });
    const queue = someQueue([wanna, wben], { ...idle, waiting: {} });
    expect(ringing(queue, gone)[0]).toBe('0 wanna');
    const paused = someQueue([wanna, { ...wben, dialedIn: false }], { ...idle, waiting: {} });
    expect(ringing(paused, arrives)[0]).toBe('0 wanna');
    const nobody = someQueue(
      [
        { ...wanna, dialedIn: false },
        { ...wben, dialedIn: false },
      ],
      { ...idle, waiting: {} },
    );
    expect(planChannel(arrives, nobody, moment()).do).toBe('end');
  });

  test('goes on from where they were after a restart, since the time that they came is kept', () => {
    const queue = someQueue([wanna, wben], { ...idle, waiting: {} });
    const busy = moment(0, { isBusy: (id) => id === 'wben' });
    const told = planChannel(arrives, queue, busy);
    if (!('rest' in told) || told.rest === null) throw new Error('nothing is left');
    const kept: ChannelPlan = JSON.parse(JSON.stringify(told.rest));
    const later = (ms: number) => planChannel(kept, queue, moment(ms, { isBusy: (id) => id === 'wben' }));
    expect(later(29_000).do).toBe('wait');
    expect(later(30_000)).toMatchObject({ do: 'ring', userIds: ['wanna'] });
  });

  test('asks for what the queue, the number and the keys say together', () => {
    const plan = ledOn(arrives, {
      target: { kind: 'channel', channelId: 'queue' },
      menus: [],
      skills: [{ skillId: 'returns', level: 2 }],
    });
    expect(plan.skills).toEqual([english, { skillId: 'returns', level: 2 }]);
    const queue = someQueue([wben], { skills: { needs: [{ skillId: 'english', level: 3 }] }, waiting: {} });
    expect(planChannel(plan, queue, moment())).toMatchObject({
      asked: { needs: [{ skillId: 'english', level: 3 }, { skillId: 'returns' }] },
    });
  });

  test('lets callers pass who could be served by somebody else', () => {
    const queue = someQueue([wanna, wben], { ...idle, waiting: {} });
    const waiting = [{ callId: 'first', rank: 0, since: begun.getTime(), isNext: true, skills: [english] }];
    const at = (ms: number) =>
      moment(ms, { isBusy: (id) => id === 'wben', queue: (rank) => queueFor(waiting, { callId: 'me', rank }) });
    expect(planChannel(arrivalAt('queue'), queue, at(5000))).toMatchObject({ do: 'ring', userIds: ['wanna'] });
    // By now the one ahead makes do with anybody.
    expect(planChannel(arrivalAt('queue'), queue, at(30_000)).do).toBe('tell');
  });
});

test('the dry run says who rings and why, before and after less is asked for', () => {
  const queue = someQueue([wanna, wben], { ...idle, waiting: { longestSeconds: 60 } });
  const steps = dryRun({ channelId: 'queue', at: begun, channelById: () => queue, firstSkills: [english] });
  expect(steps.filter(({ what }) => what === 'rings')).toMatchObject([
    { userIds: ['wben'], afterSeconds: 0, asked: { step: 'skills' } },
    { userIds: ['wanna'], afterSeconds: 30, asked: { step: 'anybody' } },
  ]);
  const together = someQueue([wanna, wben], { ringSeconds: 60, skills: { relaxSeconds: 30 } });
  const both = dryRun({ channelId: 'queue', at: begun, channelById: () => together, firstSkills: [english] });
  expect(both.filter(({ what }) => what === 'rings')).toMatchObject([
    { userIds: ['wben'], afterSeconds: 0, seconds: 60 },
    { userIds: ['wanna'], afterSeconds: 30, seconds: 30 },
  ]);
});

const levels = fc.dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 3 }));
const needs = fc.uniqueArray(fc.record({ skillId: fc.constantFrom('a', 'b'), level: fc.integer({ min: 1, max: 3 }) }), {
  selector: ({ skillId }) => skillId,
  maxLength: 2,
});
const people = fc.array(levels, { minLength: 1, maxLength: 4 });

describe('with whatever skills', () => {
  test('no caller starves: everybody is rung for within the time of three steps and one round', () => {
    const settings = fc.record({
      strategy: fc.constantFrom('all-at-once', 'longest-idle', 'fixed-order'),
      inQueue: fc.boolean(),
      needs,
      brought: needs,
    });
    fc.assert(
      fc.property(settings, people, ({ strategy, inQueue, brought, ...settings }, all) => {
        const members = all.map((skills, at) => someMember(`w${at}`, { skills }));
        const waiting = inQueue ? { longestSeconds: 120 } : null;
        const skills = { needs: settings.needs, relaxSeconds: 10 };
        const queue = someQueue(members, { strategy, turnSeconds: 5, ringSeconds: inQueue ? 5 : 120, waiting, skills });
        const rung = new Set<string>();
        let ms = 0;
        for (let plan: ChannelPlan | null = arrivalAt('queue', { firstSkills: brought }); plan !== null; ) {
          const step: RouteStep = planChannel(plan, queue, moment(ms));
          if (step.do === 'ring') {
            for (const id of step.userIds) rung.add(id);
            // What comes late rings while others do.
            for (let late = 1000; step.late && late < step.forMs; late += 1000) {
              const more = planLate(
                { ...step.late, plan: { ...step.late.plan, rung: [...rung] } },
                late,
                queue,
                moment(ms + late),
              );
              for (const id of more?.ring.userIds ?? []) rung.add(id);
            }
          }
          if (step.do === 'ring' || step.do === 'wait') ms += step.forMs;
          plan = 'rest' in step ? step.rest : null;
        }
        expect([...rung].sort()).toEqual(members.map(({ userId }) => userId));
      }),
      { numRuns: 300 },
    );
  });

  test('the order is stable: of two who could have a member, the one ahead has them', () => {
    const callers = fc.array(fc.record({ since: fc.integer({ min: 0, max: 60_000 }), skills: needs }), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(people, callers, needs, (all, waiting, ofQueue) => {
        const free = all.map((skills, at) => someMember(`w${at}`, { skills }));
        const where = { present: free, rules: { needs: ofQueue, relaxSeconds: 20 }, now: 60_000 };
        const inOrder: Wants[] = waiting.toSorted((one, two) => one.since - two.since);
        for (const [at, wants] of inOrder.entries()) {
          const own = suiting(leftBy(free, inOrder.slice(0, at), where), wants, where).members;
          for (const ahead of inOrder.slice(0, at))
            for (const member of suiting(free, ahead, where).members) expect(own).not.toContain(member);
        }
        // Nobody who is free is left while somebody waits whom they suit.
        const taken = inOrder.flatMap(
          (wants, at) => suiting(leftBy(free, inOrder.slice(0, at), where), wants, where).members,
        );
        for (const wants of inOrder)
          for (const member of suiting(free, wants, where).members) expect(taken).toContain(member);
      }),
    );
  });

  test('nobody rings but members of the queue, in whatever order callers are listed', () => {
    const waiting = fc.array(
      fc.record({
        callId: fc.uuid(),
        rank: fc.nat(5),
        since: fc.constant(begun.getTime()),
        isNext: fc.boolean(),
        skills: needs,
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(people, waiting, needs, (all, others: readonly Waiting[], brought) => {
        const queue = someQueue(
          all.map((skills, at) => someMember(`w${at}`, { skills })),
          { waiting: {} },
        );
        const of = (list: readonly Waiting[]) =>
          planChannel(
            arrivalAt('queue', { firstSkills: brought }),
            queue,
            moment(0, { queue: (rank) => queueFor(list, { callId: 'me', rank }) }),
          );
        const step = of(others);
        expect(of(others.toReversed())).toEqual(step);
        if (step.do === 'ring')
          for (const id of step.userIds) expect(queue.members.map(({ userId }) => userId)).toContain(id);
      }),
    );
  });
});
