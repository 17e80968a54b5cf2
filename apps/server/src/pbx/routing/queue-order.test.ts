import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dryRun } from './dry-run.ts';
import { type PlanMoment, planChannel, planLate, type RouteStep } from './plan-channel.ts';
import { emptyQueue, type Queue, queueFor, type Waiting } from './queue-order.ts';
import { arrivalAt, type ChannelPlan } from './route-plan.ts';
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
const behind = (first: number, ahead = first, others = ahead): Queue => ({
  ahead,
  first: Array.from({ length: first }, () => ({ since: begun.getTime() })),
  others,
  kept: 0,
});
const toNumber = { kind: 'number', number: '+4930123456' };
/** What the channel does next with a call that has come so far. */
const next = (plan: ChannelPlan, channel: ReturnType<typeof someQueue>, at: PlanMoment): RouteStep =>
  planChannel(plan, channel, at);
const restOf = (step: RouteStep): ChannelPlan => {
  if (!('rest' in step) || step.rest === null) throw new Error(`nothing is left after ${step.do}`);
  return step.rest;
};
const entered = (channel: ReturnType<typeof someQueue>, at = moment(0, { isBusy: () => true })) =>
  restOf(next(arrivalAt('queue'), channel, at));

describe('a channel whose callers wait in a queue', () => {
  test('rings its members immediately where nobody waits', () => {
    const channel = someQueue(['anna', 'ben'], { waiting: {}, ringSeconds: 20 });
    expect(next(arrivalAt('queue'), channel, moment())).toMatchObject({
      do: 'ring',
      userIds: ['anna', 'ben'],
      forMs: 20_000,
      rest: { place: { since: begun.getTime(), rank: begun.getTime(), toldAt: null } },
    });
  });

  test('answers who has to wait, and says their place as often as it is set', () => {
    const channel = someQueue(['anna'], { waiting: { positionEverySeconds: 30 } });
    const busy = { isBusy: () => true, queue: () => behind(1, 2) };
    const told = next(arrivalAt('queue'), channel, moment(0, busy));
    expect(told).toMatchObject({ do: 'tell', position: 3 });
    const waits = next(restOf(told), channel, moment(2000, busy));
    expect(waits).toMatchObject({ do: 'wait', forMs: 2000, leftMs: 598_000 });
    expect(next(restOf(waits), channel, moment(29_999, busy)).do).toBe('wait');
    expect(next(restOf(waits), channel, moment(30_000, { ...busy, queue: () => behind(0) }))).toMatchObject({
      position: 1,
    });
  });

  test('says nothing but begins the music where no places are said, and to who cannot be spoken to', () => {
    const channel = someQueue(['anna'], { waiting: {} });
    const told = next(arrivalAt('queue'), channel, moment(0, { isBusy: () => true }));
    expect(told).toMatchObject({ do: 'tell', position: null });
    expect(next(restOf(told), channel, moment(500_000, { isBusy: () => true })).do).toBe('wait');
    expect(next(arrivalAt('queue'), channel, moment(0, { isBusy: () => true, canServe: false })).do).toBe('wait');
  });

  test('lets those go first who came first, though somebody is free', () => {
    const channel = someQueue(['anna'], { waiting: {} });
    const plan = entered(channel);
    expect(next(plan, channel, moment(1000, { queue: () => behind(1) })).do).toBe('wait');
    // The one ahead is rung for already.
    expect(next(plan, channel, moment(1000, { queue: () => behind(0, 1) }))).toMatchObject({
      do: 'ring',
      userIds: ['anna'],
    });
  });

  test('rings again in rounds, with a pause between them, until the longest wait is over', () => {
    const routing = { strategy: 'fixed-order', turnSeconds: 10, waiting: { longestSeconds: 60 }, overflow: toNumber };
    const channel = someQueue(['wanna', 'wben'], routing);
    const said: string[] = [];
    let ms = 0;
    for (let plan: ChannelPlan | null = arrivalAt('queue'); plan !== null; ) {
      const step: RouteStep = next(plan, channel, moment(ms));
      if (step.do === 'ring') said.push(`${step.userIds.join('+')} ${step.forMs / 1000}s`);
      else said.push(step.do === 'wait' ? `wait ${step.forMs / 1000}s` : step.do);
      if (step.do === 'ring' || step.do === 'wait') ms += step.forMs;
      plan = 'rest' in step ? step.rest : null;
    }
    expect(said.join(', ')).toBe(
      ['wanna 10s, wben 10s, tell, wait 5s', 'wanna 10s, wben 10s, wait 5s', 'wanna 10s, number'].join(', '),
    );
  });

  test('sends a caller elsewhere who finds it full, and nobody who has a place', () => {
    const channel = someQueue(['anna'], { waiting: { mostCallers: 2, full: toNumber } });
    const busy = { isBusy: () => true };
    expect(next(arrivalAt('queue'), channel, moment(0, { ...busy, queue: () => behind(2) })).do).toBe('number');
    const plan = entered(channel, moment(0, { ...busy, queue: () => behind(1) }));
    expect(next(plan, channel, moment(2000, { ...busy, queue: () => behind(1, 1, 5) })).do).toBe('wait');
  });

  test('takes no caller whom nobody could ever take, and forgives a while without any member', () => {
    const channel = someQueue(['anna'], { waiting: {}, overflow: toNumber });
    const nobody = { isThere: () => false };
    expect(next(arrivalAt('queue'), channel, moment(0, nobody)).do).toBe('number');
    const alone = next(entered(channel), channel, moment(2000, nobody));
    expect(alone.do).toBe('wait');
    expect(next(restOf(alone), channel, moment(21_999, nobody)).do).toBe('wait');
    expect(next(restOf(alone), channel, moment(22_000, nobody)).do).toBe('number');
    const back = restOf(next(restOf(alone), channel, moment(20_000, { isBusy: () => true })));
    expect(next(back, channel, moment(22_000, nobody)).do).toBe('wait');
  });

  test('lets numbers of its list pass those who have waited for less than three minutes, and nobody else', () => {
    const channel = someQueue(['anna'], { waiting: { first: ['+4930555'], positionEverySeconds: 60 } });
    /** Two who wait: since two minutes, and since four. */
    const ranks = [120_000, 240_000].map((ms) => begun.getTime() - ms);
    const waiting = ranks.map((rank, index) => ({ callId: `c${index}`, rank, since: rank, isNext: true }));
    const positionOf = (number: string | null) => {
      const queue = (rank: number) => queueFor(waiting, { callId: 'me', rank });
      const step = next(arrivalAt('queue'), channel, moment(0, { caller: { isOutside: true, number }, queue }));
      return step.do === 'tell' ? step.position : step.do;
    };
    expect([positionOf('+4930555123'), positionOf('+4930556'), positionOf('030555'), positionOf(null)]).toEqual([
      2, 3, 3, 3,
    ]);
  });

  test('leaves a member who becomes free late to those who wait behind', () => {
    const channel = someQueue(['anna', 'ben'], { waiting: {} });
    const step = next(arrivalAt('queue'), channel, moment(0, { isBusy: (userId) => userId === 'anna' }));
    if (step.do !== 'ring' || step.late === null) throw new Error('nobody rings');
    expect(planLate(step.late, 4000, channel, moment(4000))).toMatchObject({ ring: { userIds: ['anna'] } });
    expect(planLate(step.late, 4000, channel, moment(4000, { queue: () => behind(0, 0, 1) }))).toBeNull();
  });

  test('gives the place up with the channel', () => {
    const overflow = { kind: 'channel', channelId: 'second' };
    const channel = someQueue(['anna'], { waiting: { longestSeconds: 10 }, overflow });
    const step = next(entered(channel), channel, moment(10_000));
    expect(step).toMatchObject({ do: 'enter', rest: { channelId: 'second' } });
    expect(restOf(step).place).toBeUndefined();
  });

  test('is a no matter for a private channel', () => {
    const own = someQueue([someMember('anna')], { waiting: {} }, { type: 'private', ownerUserId: 'anna' });
    expect(restOfOrNull(next(arrivalAt('queue'), own, moment()))).toBeNull();
  });
});

const restOfOrNull = (step: RouteStep) => ('rest' in step ? step.rest : null);

test('the dry run says how long somebody waits whom nobody takes, and where they go', () => {
  const channel = someQueue(['anna'], { ringSeconds: 30, waiting: { longestSeconds: 7200 }, overflow: toNumber });
  const run = (isBusy: boolean) =>
    dryRun({ channelId: 'queue', at: begun, channelById: () => channel, isBusy: () => isBusy });
  expect(run(false)).toMatchObject([
    { what: 'rings', seconds: 30, afterSeconds: 0 },
    { what: 'waits', seconds: 7170, inQueue: true, afterSeconds: 30 },
    { what: 'number', afterSeconds: 7200 },
  ]);
  expect(run(true)).toMatchObject([
    { what: 'waits', seconds: 7200 },
    { what: 'number', afterSeconds: 7200 },
  ]);
});

test('the dry run says that somebody who waits may be called back, where the queue offers it', () => {
  const of = (waiting: object) => {
    const channel = someQueue(['anna'], { waiting });
    return dryRun({ channelId: 'queue', at: begun, channelById: () => channel, isBusy: () => true })[0];
  };
  expect(of({ callBack: {} })).toMatchObject({ what: 'waits', callBack: true });
  expect(of({})).not.toHaveProperty('callBack');
});

test('whatever members do, a caller leaves the queue when the longest wait is over', () => {
  const settings = fc.record({
    strategy: fc.constantFrom('all-at-once', 'longest-idle', 'fixed-order'),
    longestSeconds: fc.integer({ min: 10, max: 300 }),
    positionEverySeconds: fc.constantFrom(null, 15, 60),
  });
  const looks = fc.array(fc.record({ busy: fc.subarray(['wanna', 'wben']), first: fc.integer({ min: 0, max: 1 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(settings, looks, ({ strategy, ...waiting }, seen) => {
      const channel = someQueue(['wanna', 'wben'], { strategy, waiting, overflow: toNumber });
      let ms = 0;
      let plan: ChannelPlan | null = arrivalAt('queue');
      for (let steps = 0; plan !== null; steps += 1) {
        expect(steps).toBeLessThan(500);
        const { busy, first } = seen[steps % seen.length] ?? { busy: [], first: 0 };
        const at = moment(ms, { isBusy: (id) => busy.includes(id), queue: () => behind(first) });
        const step: RouteStep = next(plan, channel, at);
        if (step.do === 'ring') for (const id of step.userIds) expect(busy).not.toContain(id);
        if (step.do === 'ring') expect(first).toBe(0);
        if (step.do === 'ring' || step.do === 'wait') ms += step.forMs;
        plan = 'rest' in step ? JSON.parse(JSON.stringify(step.rest)) : null;
      }
      expect(ms).toBe(waiting.longestSeconds * 1000);
    }),
  );
});

test('a member who refuses, however fast, is rung again only when the time of their turn and the pause are over', () => {
  const settings = fc.record({
    strategy: fc.constantFrom('all-at-once', 'longest-idle', 'fixed-order'),
    ringSeconds: fc.integer({ min: 5, max: 60 }),
    turnSeconds: fc.integer({ min: 5, max: 60 }),
    longestSeconds: fc.integer({ min: 10, max: 900 }),
  });
  const looks = fc.array(
    fc.record({ busy: fc.subarray(['wanna', 'wben']), refusesAfterMs: fc.constantFrom(0, 1, 900, 4000, 60_000) }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(settings, looks, ({ longestSeconds, ...settings }, seen) => {
      const channel = someQueue(['wanna', 'wben'], { ...settings, waiting: { longestSeconds } });
      const { strategy, ringSeconds, turnSeconds } = settings;
      const leastMs = (strategy === 'all-at-once' ? ringSeconds : turnSeconds) * 1000 + 5000;
      const rangAt = new Map<string, number>();
      let ms = 0;
      let plan: ChannelPlan | null = arrivalAt('queue');
      for (let steps = 0; plan !== null; steps += 1) {
        const { busy, refusesAfterMs } = seen[steps % seen.length] ?? { busy: [], refusesAfterMs: 0 };
        const step: RouteStep = next(plan, channel, moment(ms, { isBusy: (id) => busy.includes(id) }));
        for (const id of step.do === 'ring' ? step.userIds : []) {
          expect(ms - (rangAt.get(id) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(leastMs);
          rangAt.set(id, ms);
        }
        if (step.do === 'ring') ms += Math.min(refusesAfterMs, step.forMs);
        if (step.do === 'wait') ms += step.forMs;
        plan = 'rest' in step ? JSON.parse(JSON.stringify(step.rest)) : null;
      }
      expect(ms).toBe(longestSeconds * 1000);
    }),
  );
});

test('a caller who waits for the next round is taken by who becomes free before it', () => {
  const channel = someQueue(['wanna', 'wben'], { waiting: {}, ringSeconds: 30 });
  const rings = next(arrivalAt('queue'), channel, moment(0, { isBusy: (id) => id === 'wben' }));
  const busy = { isBusy: (id: string) => id === 'wben' };
  const told = next(restOf(rings), channel, moment(500, busy));
  const waits = next(restOf(told), channel, moment(500, busy));
  expect(waits).toMatchObject({ do: 'wait', forMs: 2000 });
  expect(next(restOf(waits), channel, moment(2500))).toMatchObject({ do: 'ring', userIds: ['wben'] });
});

describe('the order of a queue', () => {
  const queue = fc.uniqueArray(
    fc.record({ callId: fc.uuid(), rank: fc.integer({ min: 0, max: 5 }), since: fc.nat(5), isNext: fc.boolean() }),
    { selector: ({ callId }) => callId, maxLength: 12 },
  );

  test('gives everybody a place of their own, earlier ones first, however it is listed', () => {
    fc.assert(
      fc.property(queue, (waiting) => {
        const places = waiting.map((one) => queueFor(waiting, one).ahead);
        expect(places.toSorted((a, b) => a - b)).toEqual(waiting.map((_, index) => index));
        for (const [index, one] of waiting.entries()) {
          expect(queueFor(waiting.toReversed(), one)).toEqual(queueFor(waiting, one));
          for (const [otherIndex, other] of waiting.entries())
            if (other.rank < one.rank) expect(places[otherIndex]).toBeLessThan(places[index] ?? 0);
        }
      }),
    );
  });

  test('lets exactly one of those take the next member whom nobody rings for, and never two', () => {
    fc.assert(
      fc.property(queue, (waiting: readonly Waiting[]) => {
        const free = waiting.filter((one) => one.isNext && queueFor(waiting, one).first.length === 0);
        expect(free).toHaveLength(waiting.some(({ isNext }) => isNext) ? 1 : 0);
      }),
    );
  });

  test('puts those who come last behind all', () => {
    fc.assert(
      fc.property(queue, (waiting) => {
        const { ahead, others } = queueFor(waiting, { callId: 'new', rank: 6 });
        expect([ahead, others]).toEqual([waiting.length, waiting.length]);
      }),
    );
    expect(queueFor([], { callId: 'new', rank: 6 })).toEqual(emptyQueue);
  });
});
