import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RoutePlan } from '../routing/route-plan.ts';
import { isOpened } from './booking.ts';
import type { Call, CallBase, CallerState, Fork, ForkState, Refusal } from './call.ts';
import { isDone, step } from './call-core.ts';
import type { CallFact, CallOrder } from './call-facts.ts';
import type { RegisteredContact } from './legs.ts';
import type { RingStage, ServeStage } from './stage.ts';
import { someCall, someCaller, someFork, someServedCall, someTalk } from './testing/some-call.ts';
import { kept } from './turn.ts';

const forkIds = ['tab', 'phone', 'carol'];
const laterIds = ['later', 'last'];
const legIds = ['caller', ...forkIds, ...laterIds, 'new', 'nobody'];
const newcomer: RegisteredContact = {
  contactId: 'c-new',
  endpointId: 'e-tab',
  userId: 'wb',
  media: 'webrtc',
  address: '127.0.0.1',
  alive: true,
};

const plan: RoutePlan = {
  kind: 'channel',
  channelId: 'c12',
  cameInOn: null,
  visited: ['c12'],
  at: 'over',
  msLeft: 0,
  rung: [],
};
const ring = (names: readonly string[], left: RoutePlan | null): RingStage => ({
  do: 'ring',
  forks: names.map((name) => someFork(name)),
  rings: names.map((name) => `w${name}`),
  plan: left,
  ringMs: 10_000,
  shown: { from: 'anonymous', number: '13', channelId: 'c13' },
  events: [],
  leaves: null,
  cameInOn: 'c12',
});
const serve = (service: ServeStage['service'], left: RoutePlan | null): ServeStage => ({
  do: 'serve',
  service,
  plan: left,
  events: [],
  leaves: null,
});
const refusal: Refusal = { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' };

/** Every fact there is, about every leg: also the ones that make no sense. */
const anyFact: fc.Arbitrary<CallFact> = fc
  .constantFrom(...legIds)
  .chain((legId) =>
    fc.constantFrom<CallFact>(
      { type: 'openedBooked' },
      { type: 'openedBooked' },
      { type: 'establishedSettled' },
      { type: 'mediaOpened', legId, sdp: 'sdp' },
      { type: 'mediaOpened', legId, sdp: 'sdp' },
      { type: 'mediaAgreed', legId, codec: 'opus' },
      { type: 'mediaAgreed', legId, codec: 'PCMA' },
      { type: 'mediaRefused', legId, code: 'BAD_SDP' },
      { type: 'provisional', legId, status: 180 },
      { type: 'provisional', legId, status: 183, sdp: 'sdp' },
      { type: 'hungUp', legId },
      { type: 'deviceCame', contact: newcomer, ids: { legId: 'new', sipCallId: 'sip-new', mediaId: 'm-new' } },
      { type: 'pickedUp', by: { ...someFork('taker'), media: 'open' }, codec: 'PCMA', sdp: 'sdp', moved: null },
      { type: 'tonesAsked', legId, digits: '1' },
      { type: 'answered', legId, sdp: 'sdp' },
      { type: 'answered', legId, sdp: 'sdp' },
      { type: 'answered', legId },
      { type: 'acknowledged', legId, sdp: 'sdp' },
      { type: 'acknowledged', legId },
      { type: 'refused', legId, status: 486, phrase: 'Busy Here' },
      { type: 'refused', legId, status: 486, phrase: 'Busy Here', reason: { cause: 603 } },
      { type: 'unreachable', legId },
      { type: 'cancelled', legId },
      { type: 'ended', legId },
      { type: 'reoffered', legId, sdp: 'sdp' },
      { type: 'reoffered', legId },
      { type: 'reofferReady', legId, sdp: 'sdp', farDirection: 'inactive' },
      { type: 'reofferReady', legId, sdp: 'sdp' },
      { type: 'reofferImpossible', legId },
      { type: 'mediaConnected', legId },
      { type: 'mediaFailed', legId },
      { type: 'dtmf', legId, digit: '#' },
      { type: 'info', legId, digit: '1', durationMs: 100 },
      { type: 'holdAsked', legId, held: true },
      { type: 'timerFired', timer: 'tone' },
      { type: 'timerFired', timer: 'ring' },
      { type: 'timerFired', timer: 'return' },
      { type: 'openedNotBooked' },
      { type: 'stageChosen', stage: ring(['later'], plan) },
      { type: 'stageChosen', stage: ring(['last'], null) },
      { type: 'stageChosen', stage: ring([], plan) },
      { type: 'stageChosen', stage: serve({ kind: 'announcement', file: '/a.wav' }, plan) },
      { type: 'stageChosen', stage: serve({ kind: 'voicemail', channelId: 'c', docId: 'd', maxSeconds: 9 }, null) },
      { type: 'stageChosen', stage: { do: 'end', refusal } },
      { type: 'serviceOver' },
    ),
  );

const anyCall: fc.Arbitrary<Call> = fc
  .constantFrom(
    () => someCall(forkIds.map((id) => someFork(id, id === 'carol' ? 'wc' : 'wb'))),
    () =>
      someCall(
        forkIds.map((id) => someFork(id)),
        { caller: { ...someCaller(), offer: null } },
      ),
    () => someServedCall('echo'),
    () => someServedCall({ kind: 'greeting', channelId: 'c11' }),
    () => someCall([someFork('tab')], { plan }),
    () => someCall([someFork('tab')], { plan, caller: { ...someCaller(), early: 'wanted', offer: null } }),
    () => someCall([], { plan, nobody: refusal }),
    () =>
      someCall([], { nobody: { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' } }),
  )
  .map((make) => make());

test('whatever happens in whatever order, a call keeps its promises', () => {
  fc.assert(
    fc.property(anyCall, fc.array(anyFact, { maxLength: 60 }), (begun, facts) => {
      const run = play(begun, [
        { type: 'begun' },
        ...withLegsOnce(facts),
        { type: 'stopAsked' },
        { type: 'timerFired', timer: 'linger' },
      ]);
      expect(isDone(run.call)).toBe(true);
      expect(run.orders.filter((order) => order.do === 'bookEnded')).toHaveLength(1);
      for (const legId of legIds) checkLeg(legId, run);
    }),
    { numRuns: 3000 },
  );
  // Each step copies the call to see that it stays as it was.
}, 60_000);

/** Legs have ids of their own, so no two stages bring the same. */
function withLegsOnce(facts: readonly CallFact[]): CallFact[] {
  const brought = new Set<string>();
  return facts.filter((fact) => {
    const [fork] = fact.type === 'stageChosen' && fact.stage.do === 'ring' ? fact.stage.forks : [];
    if (!fork) return true;
    const isNew = !brought.has(fork.legId);
    brought.add(fork.legId);
    return isNew;
  });
}

interface Run {
  readonly call: Call;
  readonly orders: readonly CallOrder[];
  readonly facts: readonly CallFact[];
}

function play(begun: Call, facts: readonly CallFact[]): Run {
  let call = begun;
  const orders: CallOrder[] = [];
  for (const fact of facts) {
    const before = structuredClone(call);
    const result = step(call, fact);
    expect(call).toEqual(before);
    call = result.call;
    orders.push(...result.orders);
    const taken = call.forks.filter((fork) => fork.state === 'answered' || fork.state === 'talking');
    expect(taken.length).toBeLessThanOrEqual(1);
    if (call.state === 'over') expect(taken).toEqual([]);
    const told = orders.some(
      (order) => order.do === 'leg' && (order.order.do === 'provisional' || order.order.do === 'answer'),
    );
    if (told) expect(isOpened(call.booking)).toBe(true);
  }
  return { call, orders, facts };
}

function checkLeg(legId: string, { orders, facts }: Run): void {
  const told = orders.flatMap((order) => (order.do === 'leg' && order.order.legId === legId ? [order.order.do] : []));
  const heard = facts.flatMap((fact) => ('legId' in fact && fact.legId === legId ? [fact.type as string] : []));
  const opened = orders.filter((order) => order.do === 'openMedia' && order.legId === legId).length;
  const closed = orders.filter((order) => order.do === 'closeMedia' && order.legId === legId).length;
  expect(opened).toBeLessThanOrEqual(1);
  expect(closed).toBe(opened);
  const count = (what: string) => told.filter((each) => each === what).length;
  if (legId === 'caller') {
    expect(count('answer')).toBeLessThanOrEqual(1);
    expect(count('refuse') + count('bye')).toBeLessThanOrEqual(1);
    const goneByItself = heard.includes('cancelled') || heard.includes('ended');
    if (!goneByItself) expect(count('refuse') + count('bye')).toBe(1);
    if (count('bye') > 0) expect(count('answer')).toBe(1);
    if (count('refuse') > 0) expect(count('answer')).toBe(0);
  } else if (count('invite') > 0) {
    const goneByItself = ['refused', 'unreachable', 'ended', 'cancelled'].some((type) => heard.includes(type));
    if (!goneByItself) expect(count('cancel') + count('bye')).toBeGreaterThanOrEqual(1);
    expect(count('invite')).toBe(1);
    expect(count('cancel')).toBeLessThanOrEqual(1);
  }
}

const forkStates: ForkState[] = [
  'preparing',
  'inviting',
  'ringing',
  'asked',
  'answered',
  'talking',
  'cancelled',
  'over',
];
const callerStates: CallerState[] = ['waiting', 'answering', 'answered', 'talking', 'over'];
const endings: CallFact[] = [
  { type: 'ended', legId: 'caller' },
  { type: 'cancelled', legId: 'caller' },
  { type: 'mediaLost' },
  { type: 'stopAsked' },
  { type: 'timerFired', timer: 'ring' },
];
const endOf: Record<ForkState, string | null> = {
  preparing: null,
  inviting: 'cancel',
  ringing: 'cancel',
  asked: 'bye',
  answered: 'bye',
  talking: 'bye',
  cancelled: null,
  over: null,
};

/** Who talks or answers fixes the state of the call. */
const stateOf: Record<CallerState, (forks: Fork[], given: Partial<CallBase>) => Call> = {
  waiting: someCall,
  answering: (forks, given) => ({ ...kept(someTalk(forks, given)), state: 'answering' }),
  answered: someTalk,
  talking: someTalk,
  over: (forks, given) => ({ ...kept(someTalk(forks, given)), state: 'over', ended: 'HANGUP' }),
};

/** Pairs that the core can be in. */
for (const fork of forkStates) {
  for (const caller of callerStates) {
    for (const ending of endings) {
      const name = ending.type === 'timerFired' ? 'nobody answering in time' : ending.type;
      test(`${name}, with the caller ${caller} and a device ${fork}, leaves no leg open`, () => {
        const begun = stateOf[caller]([{ ...someFork('tab'), state: fork, media: 'open' }], {
          booking: 'opened',
          caller: { ...someCaller(), state: caller, media: 'open' },
        });
        // Who is asked at a mobile as the ring time ends may still press a key until it ends again.
        const isAsked = fork === 'asked' && ending.type === 'timerFired' && begun.state === 'ringing';
        const { call, orders } = step(isAsked ? step(begun, ending).call : begun, ending);
        const told = orders.flatMap((order) => (order.do === 'leg' ? [`${order.order.legId} ${order.order.do}`] : []));
        const ringTooLate = ending.type === 'timerFired' && begun.state !== 'ringing';
        if (caller === 'over' || ringTooLate) {
          expect(told).toEqual([]);
          return;
        }
        expect(call.state).toBe('over');
        const byItself = ending.type === 'ended' || ending.type === 'cancelled';
        const callerEnd = byItself
          ? []
          : [`caller ${caller === 'answered' || caller === 'talking' ? 'bye' : 'refuse'}`];
        expect(told).toEqual([...callerEnd, ...(endOf[fork] ? [`tab ${endOf[fork]}`] : [])]);
      });
    }
  }
}
