import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChannelMember, DirectoryChannel } from '../ports.ts';
import { type PlanMoment, planChannel, planLate, type RouteStep } from './plan-channel.ts';
import { arrivalAt, type ChannelPlan } from './route-plan.ts';
import { someMember, someQueue } from './testing/some-channel.ts';

const now = new Date('2026-11-16T09:00:00Z');
const moment = (given: Partial<PlanMoment> = {}): PlanMoment => ({
  now,
  callerUserId: null,
  canServe: true,
  isBusy: () => false,
  isThere: () => true,
  ...given,
});

/** What is tried one after the other while nobody takes the call, in words. */
function tried(channels: readonly DirectoryChannel[], given: Partial<PlanMoment> = {}): string[] {
  const said: string[] = [];
  let plan: ChannelPlan | null = arrivalAt(channels[0]?.channelId ?? '');
  for (let steps = 0; plan !== null; steps += 1) {
    if (steps > 1000) throw new Error('the call never ends');
    const { channelId }: ChannelPlan = plan;
    const channel = channels.find((each) => each.channelId === channelId);
    if (!channel) throw new Error(`there is no ${channelId}`);
    const step: RouteStep = planChannel(plan, channel, moment(given));
    said.push(inWords(step));
    plan = 'rest' in step ? step.rest : null;
  }
  return said;
}

function inWords(step: RouteStep): string {
  switch (step.do) {
    case 'ring':
      return `${step.userIds.join('+')} ${step.forMs / 1000}s`;
    case 'wait':
      return 'wait';
    case 'tell':
      return `tell ${step.position}`;
    case 'callBack':
      return 'call back';
    case 'prove':
      return 'prove';
    case 'announce':
      return `announce ${step.announcementId}`;
    case 'ask':
      return `ask ${step.assistantId}`;
    case 'menu':
      return `menu ${step.menuId}`;
    case 'room':
      return 'room';
    case 'voicemail':
      return `voicemail ${step.maxSeconds}s`;
    case 'enter':
      return `enter ${step.rest.channelId} from ${step.rest.cameInOn}`;
    case 'number':
    case 'forward':
      return step.number;
    case 'end':
      return step.why;
  }
}

const voicemail = { voicemail: { enabled: true, maxSeconds: 60 }, overflow: { kind: 'voicemail' } };
const sequential = { strategy: 'fixed-order', ringSeconds: 40, turnSeconds: 15 };

describe('a shared channel', () => {
  test('rings all members who are free at the same time', () => {
    expect(tried([someQueue(['anna', 'ben'])])).toEqual(['anna+ben 30s']);
  });

  test('rings one after the other in its order, the last one for what is left of the time', () => {
    const routing = { ...sequential, memberOrder: ['wcleo', 'wanna'] };
    expect(tried([someQueue(['wanna', 'wben', 'wcleo'], routing)])).toEqual(['wcleo 15s', 'wanna 15s', 'wben 10s']);
  });

  test('rings no longer than its ring time', () => {
    expect(tried([someQueue(['anna', 'ben', 'cleo', 'dan'], { ...sequential, ringSeconds: 20 })])).toEqual([
      'anna 15s',
      'ben 5s',
    ]);
  });

  test('rings first who has been without a call for longest, and before them who never had one', () => {
    const members = [
      someMember('anna', { lastCallAt: new Date('2026-11-16T08:50:00Z') }),
      someMember('ben', { lastCallAt: new Date('2026-11-16T08:00:00Z') }),
      someMember('cleo'),
    ];
    expect(tried([someQueue(members, { ...sequential, strategy: 'longest-idle' })])).toEqual([
      'cleo 15s',
      'ben 15s',
      'anna 10s',
    ]);
  });

  test('leaves out the caller, and members without a device', () => {
    const isThere = (userId: string) => userId !== 'ben';
    const channel = someQueue(['anna', 'ben', 'cleo'], sequential);
    expect(tried([channel], { callerUserId: 'anna', isThere })).toEqual(['cleo 40s']);
  });

  test('waits for members who are not free yet, and then gives up', () => {
    const busy = someQueue(['anna'], { ringSeconds: 5, ...voicemail });
    expect(tried([busy], { isBusy: () => true })).toEqual(['wait', 'wait', 'wait', 'voicemail 60s']);
  });

  test('waits for nobody who cannot come: do not disturb, logged out, without a device', () => {
    const members = [someMember('anna', { isDnd: true }), someMember('ben', { dialedIn: false })];
    expect(tried([someQueue(members, voicemail)])).toEqual(['voicemail 60s']);
    expect(tried([someQueue(['anna'], voicemail)], { isThere: () => false })).toEqual(['voicemail 60s']);
    expect(tried([someQueue(members)])).toEqual(['doNotDisturb']);
    expect(tried([someQueue([])])).toEqual(['unavailable']);
  });
});

describe('a private channel', () => {
  const own = (given: Partial<ChannelMember>, routing = {}) =>
    someQueue([someMember('anna', given), someMember('ben')], routing, { type: 'private', ownerUserId: 'anna' });

  test('rings its owner alone, whom claims and follow-up of queues do not concern', () => {
    const given = { dialedIn: false, isClaimed: true, followUpUntil: new Date('2027-01-01') };
    expect(tried([own(given)], { isBusy: () => true })).toEqual(['anna 30s']);
  });

  test('does not ring an owner who wants no calls', () => {
    expect(tried([own({ isDnd: true })])).toEqual(['doNotDisturb']);
    expect(tried([own({ isDnd: true }, voicemail)])).toEqual(['voicemail 60s']);
  });
});

describe('outside its hours', () => {
  const closed = { hours: {}, closed: { kind: 'number', number: '+4930123456' } };

  test('a channel rings nobody and sends its calls elsewhere', () => {
    expect(tried([someQueue(['anna'], closed)])).toEqual(['+4930123456']);
    expect(tried([someQueue(['anna'], { ...closed, closed: { kind: 'none' } })])).toEqual(['closed']);
  });

  test('it says so first', () => {
    expect(tried([someQueue(['anna'], { ...closed, closedAnnouncementId: 'bye', announcementId: 'hello' })])).toEqual([
      'announce bye',
      '+4930123456',
    ]);
  });
});

test('an announcement comes before anybody rings, but for who cannot be spoken to', () => {
  const channel = someQueue(['anna'], { announcementId: 'hello', ...voicemail });
  expect(tried([channel])).toEqual(['announce hello', 'anna 30s', 'voicemail 60s']);
  expect(tried([channel], { canServe: false })).toEqual(['anna 30s', 'nobodyTookIt']);
});

describe('overflow', () => {
  const to = (channelId: string) => ({ overflow: { kind: 'channel', channelId } });

  test('goes on in another channel, which is told where the call came in', () => {
    const sales = someQueue(['anna'], to('night'), { channelId: 'sales' });
    const night = someQueue(['ben'], to('voice'), { channelId: 'night' });
    const voice = someQueue([], voicemail, { channelId: 'voice' });
    expect(tried([sales, night, voice])).toEqual([
      'anna 30s',
      'enter night from sales',
      'ben 30s',
      'enter voice from sales',
      'voicemail 60s',
    ]);
  });

  test('that comes back to a channel where the call has been ends it', () => {
    const sales = someQueue(['anna'], to('night'), { channelId: 'sales' });
    const night = someQueue(['ben'], to('sales'), { channelId: 'night' });
    expect(tried([sales, night])).toEqual(['anna 30s', 'enter night from sales', 'ben 30s', 'nobodyTookIt']);
    expect(tried([someQueue(['anna'], to('queue'))])).toEqual(['anna 30s', 'nobodyTookIt']);
  });
});

describe('whatever a company sets up', () => {
  const users = ['wa', 'wb', 'wc', 'wd'];
  const channelIds = ['c0', 'c1', 'c2'];
  const destination = fc.oneof(
    fc.constant({ kind: 'none' }),
    fc.constant({ kind: 'voicemail' }),
    fc.constant({ kind: 'number', number: '+4930123456' }),
    fc.constant({ kind: 'assistant', assistantId: 'desk' }),
    fc.constantFrom(...channelIds, 'gone').map((channelId) => ({ kind: 'channel', channelId })),
  );
  const time = fc.option(
    fc.date({ min: new Date('2026-11-16T08:00:00Z'), max: new Date('2026-11-16T10:00:00Z'), noInvalidDate: true }),
  );
  const member = (userId: string) =>
    fc
      .record({
        dialedIn: fc.boolean(),
        isDnd: fc.boolean(),
        isClaimed: fc.boolean(),
        followUpUntil: time,
        lastCallAt: time,
      })
      .map((given) => someMember(userId, given));
  const routing = fc.record({
    strategy: fc.constantFrom('all-at-once', 'longest-idle', 'fixed-order'),
    ringSeconds: fc.integer({ min: 5, max: 300 }),
    turnSeconds: fc.integer({ min: 5, max: 120 }),
    memberOrder: fc.shuffledSubarray(users),
    overflow: destination,
    closed: destination,
    hours: fc.constantFrom(null, {}, { monday: [{ from: '08:00', until: '12:00' }] }),
    announcementId: fc.constantFrom(null, 'hello'),
    assistantId: fc.constantFrom(null, 'desk'),
    voicemail: fc.constant({ enabled: true, maxSeconds: 60 }),
  });
  const channels = fc.tuple(
    ...channelIds.map((channelId) =>
      fc.record({ members: fc.tuple(...users.map(member)), routing, isPrivate: fc.boolean() }).map((given) =>
        someQueue(given.members, given.routing, {
          channelId,
          ...(given.isPrivate && { type: 'private' as const, ownerUserId: 'wa' }),
        }),
      ),
    ),
  );
  const situation = fc.record({
    busy: fc.subarray(users),
    there: fc.subarray(users),
    callerUserId: fc.constantFrom(null, ...users),
    canServe: fc.boolean(),
  });

  test('every call ends, and no queue rings anybody it must not', () => {
    fc.assert(
      fc.property(channels, situation, (all, { busy, there, ...given }) => {
        const at = moment({ ...given, isBusy: (id) => busy.includes(id), isThere: (id) => there.includes(id) });
        let plan: ChannelPlan | null = arrivalAt('c0');
        let rangMs = 0;
        for (let steps = 0; plan !== null; steps += 1) {
          expect(steps).toBeLessThan(600);
          const { channelId }: ChannelPlan = plan;
          const channel = all.find((each) => each.channelId === channelId);
          if (!channel) break;
          const step: RouteStep = planChannel(plan, channel, at);
          if (step.do === 'enter') rangMs = 0;
          if (step.do === 'ring' || step.do === 'wait') {
            expect(step.forMs).toBeGreaterThan(0);
            rangMs += step.forMs;
            expect(rangMs).toBeLessThanOrEqual(channel.ringSeconds * 1000);
          }
          for (const userId of step.do === 'ring' ? step.userIds : []) {
            const rung = channel.members.find((each) => each.userId === userId);
            expect(rung?.isDnd).toBe(false);
            expect(userId).not.toBe(given.callerUserId);
            if (channel.type === 'private') {
              expect(userId).toBe(channel.ownerUserId);
              continue;
            }
            expect(rung?.dialedIn).toBe(true);
            expect(rung?.isClaimed).toBe(false);
            expect(busy).not.toContain(userId);
            expect(rung?.followUpUntil?.getTime() ?? 0).toBeLessThanOrEqual(now.getTime());
          }
          if (step.do === 'announce' || step.do === 'voicemail') expect(given.canServe).toBe(true);
          // A plan is stored as JSON.
          plan = 'rest' in step ? JSON.parse(JSON.stringify(step.rest)) : null;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('members who are free only after others began to ring', () => {
  const begun = (channel: DirectoryChannel, given: Partial<PlanMoment> = {}) => {
    const step = planChannel(arrivalAt('queue'), channel, moment(given));
    if (step.do !== 'ring') throw new Error('nobody rings');
    return step;
  };
  const notAnna = { isBusy: (userId: string) => userId === 'anna' };
  const later = (channel: DirectoryChannel, elapsedMs: number, given: Partial<PlanMoment> = {}) => {
    const { late } = begun(channel, notAnna);
    return late && planLate(late, elapsedMs, channel, moment(given));
  };

  test('join those who ring, and nobody twice', () => {
    const channel = someQueue(['anna', 'ben', 'cleo']);
    expect(begun(channel, notAnna).userIds).toEqual(['ben', 'cleo']);
    expect(later(channel, 4000)).toMatchObject({ ring: { userIds: ['anna'] }, plan: { msLeft: 26_000 } });
    expect(later(channel, 4000, notAnna)).toBeNull();
    expect(later(channel, 4000, { isThere: (userId) => userId !== 'anna' })).toBeNull();
    expect(later(channel, 30_000)).toBeNull();
  });

  test('have to wait for the turn of who rings alone', () => {
    const channel = someQueue(['anna', 'ben'], sequential);
    expect(begun(channel, notAnna)).toMatchObject({ userIds: ['ben'], forMs: 15_000 });
    const offline = { isThere: (userId: string) => userId === 'ben' };
    const { late, forMs } = begun(channel, offline);
    expect([late?.how, forMs]).toEqual(['turn', 40_000]);
    if (!late) return;
    expect(planLate(late, 14_000, channel, moment())).toBeNull();
    expect(planLate(late, 15_000, channel, moment())).toMatchObject({ ring: { userIds: ['anna'] } });
    expect(planLate(late, 15_000, channel, moment(offline))).toBeNull();
  });

  test('are no matter where everybody rings, or the line is somebody’s own', () => {
    expect(begun(someQueue(['anna', 'ben'])).late).toBeNull();
    const own = someQueue(['anna', 'ben'], {}, { type: 'private', ownerUserId: 'anna' });
    expect(begun(own).late).toBeNull();
  });
});

describe('a call assistant', () => {
  const asks = (assistantId: string) => ({ kind: 'assistant', assistantId });

  test('asks before anybody rings, after the announcement; who wants a person comes to the members', () => {
    const routing = { assistantId: 'desk', announcementId: 'hello' };
    expect(tried([someQueue(['anna'], routing)])).toEqual(['announce hello', 'ask desk', 'anna 30s']);
  });

  test('asks where nobody took the call, and who wants a person may leave a message', () => {
    expect(tried([someQueue(['anna'], { overflow: asks('desk') })])).toEqual(['anna 30s', 'ask desk', 'nobodyTookIt']);
    const both = { ...voicemail, overflow: asks('desk') };
    expect(tried([someQueue(['anna'], both)])).toEqual(['anna 30s', 'ask desk', 'voicemail 60s']);
  });

  test('asks while the channel is closed', () => {
    const closed = { hours: {}, closed: asks('night'), assistantId: 'day' };
    expect(tried([someQueue(['anna'], closed)])).toEqual(['ask night', 'nobodyTookIt']);
  });

  test('asks nobody who waits for a person: the second line of somebody in another call', () => {
    const routing = { assistantId: 'desk', overflow: asks('desk') };
    expect(tried([someQueue(['anna'], routing)], { canServe: false })).toEqual(['anna 30s', 'nobodyTookIt']);
  });
});
