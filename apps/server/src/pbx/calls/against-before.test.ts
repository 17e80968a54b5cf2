import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RoutePlan } from '../routing/route-plan.ts';
import type { Call, Caller, Fork, NewCall, Refusal, Remote, ReturnTo } from './call.ts';
import { step } from './call-core.ts';
import type { CallFact, CallTimer } from './call-facts.ts';
import { asCaller } from './take-place.ts';
import type { Call as OldCall, Caller as OldCaller, Fork as OldFork } from './testing/before/call.ts';
import { step as stepBefore } from './testing/before/call-core.ts';
import type { CallFact as OldFact, CallOrder as OldOrder } from './testing/before/call-facts.ts';
import { sightOfNew, sightOfOld, withoutForm } from './testing/before/sights.ts';
import { someCall as oldCall, someCaller as oldCaller, someFork as oldFork } from './testing/before/some-call.ts';
import { asCaller as oldAsCaller } from './testing/before/take-place.ts';
import { someCall, someCaller, someFork, someServedCall } from './testing/some-call.ts';

const plan: RoutePlan = {
  kind: 'channel',
  channelId: 'c12',
  cameInOn: null,
  visited: ['c12'],
  at: 'over',
  msLeft: 0,
  rung: [],
};
const refusal: Refusal = { status: 480, phrase: 'Temporarily Unavailable', reason: 'TEMPORARILY_UNAVAILABLE' };
const returnTo: ReturnTo = { userId: 'wd', sessionId: 's', event: null, seenAs: { number: '14', name: null } };
const forkIds = ['tab', 'phone', 'carol'];
const legIds = ['caller', 'caller', ...forkIds, ...forkIds, 'later', 'last', 'late', 'new', 'by1', 'by2', 'nobody'];

/** What both say in their own form. */
interface Pair<Old, New> {
  readonly old: Old;
  readonly now: New;
}
const both = (fact: CallFact): Pair<OldFact, CallFact> => ({ old: fact as OldFact, now: fact });

const forkOf = (name: string): Pair<OldFork, Fork> => {
  const more = name === 'carol' ? { userId: 'wc' } : { userId: 'wb' };
  const kind = name === 'phone' ? { mediaKind: 'rtp' as const, srtp: 'offer' as const } : {};
  return { old: { ...oldFork(name), ...more, ...kind }, now: { ...someFork(name), ...more, ...kind } };
};
const talkerOf = (name: string): Pair<OldCaller, Caller> => ({
  old: oldAsCaller({ ...oldCaller(), legId: name, mediaId: `m-${name}`, media: 'open', mediaConnected: true }),
  now: asCaller({ ...someCaller(), legId: name, mediaId: `m-${name}`, media: 'connected' }),
});
const ring = (names: readonly string[], left: RoutePlan | null) => {
  const forks = names.map(forkOf);
  const stage = {
    do: 'ring' as const,
    rings: ['wb', 'wc'],
    plan: left,
    ringMs: 10_000,
    shown: { from: 'anonymous' as const, number: '13', channelId: 'c13' },
    events: [],
    leaves: null,
    cameInOn: 'c12',
  };
  return {
    old: { type: 'stageChosen', stage: { ...stage, forks: forks.map(({ old }) => old) } } as OldFact,
    now: { type: 'stageChosen', stage: { ...stage, forks: forks.map(({ now }) => now) } } as CallFact,
  };
};
const served = (service: object, left: RoutePlan | null) =>
  both({ type: 'stageChosen', stage: { do: 'serve', service, plan: left, events: [], leaves: null } } as CallFact);
const place = (legId: string, name: string, back: ReturnTo | null, seenAs: Remote | null) => {
  const by = talkerOf(name);
  const fact = { type: 'placeTaken' as const, legId, returnTo: back, seenAs };
  return { old: { ...fact, by: by.old }, now: { ...fact, by: by.now } };
};
const contact = {
  contactId: 'c-new',
  endpointId: 'e-tab',
  userId: 'wb',
  media: 'webrtc' as const,
  address: '127.0.0.1',
  alive: true,
};

const factsAbout = (legId: string): readonly Pair<OldFact, CallFact>[] => [
  ...(
    [
      { type: 'openedBooked' },
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
      { type: 'deviceCame', contact, ids: { legId: 'new', sipCallId: 'sip-new', mediaId: 'm-new' } },
      { type: 'userLeft', userId: 'wb' },
      { type: 'tonesAsked', legId, digits: '1' },
      { type: 'answered', legId, sdp: 'sdp' },
      { type: 'answered', legId, sdp: 'sdp' },
      { type: 'answered', legId },
      { type: 'acknowledged', legId, sdp: 'sdp' },
      { type: 'acknowledged', legId },
      { type: 'refused', legId, status: 486, phrase: 'Busy Here' },
      { type: 'refused', legId, status: 488, phrase: 'Not Acceptable Here' },
      { type: 'refused', legId, status: 486, phrase: 'Busy Here', reason: { cause: 603 } },
      { type: 'unreachable', legId },
      { type: 'cancelled', legId },
      { type: 'ended', legId },
      { type: 'reoffered', legId, sdp: 'sdp' },
      { type: 'reoffered', legId },
      { type: 'reofferReady', legId, sdp: 'sdp', farDirection: 'inactive' },
      { type: 'reofferReady', legId, sdp: 'sdp', farDirection: 'sendrecv' },
      { type: 'reofferReady', legId, sdp: 'sdp' },
      { type: 'reofferImpossible', legId },
      { type: 'mediaConnected', legId },
      { type: 'mediaFailed', legId },
      { type: 'mediaLost' },
      { type: 'dtmf', legId, digit: '#' },
      { type: 'info', legId, digit: '1', durationMs: 100 },
      { type: 'info', legId, digit: '#', durationMs: 100 },
      { type: 'holdAsked', legId, held: true },
      { type: 'holdAsked', legId, held: false },
      { type: 'timerFired', timer: 'tone' },
      { type: 'timerFired', timer: 'ring' },
      { type: 'timerFired', timer: 'ring' },
      { type: 'timerFired', timer: 'return' },
      { type: 'timerFired', timer: 'linger' },
      { type: 'openedNotBooked' },
      { type: 'stageChosen', stage: { do: 'end', refusal } },
      { type: 'serviceOver' },
      { type: 'turnOver', plan },
      { type: 'legTaken', legId },
      {
        type: 'legReplaced',
        legId,
        by: { sipCallId: 's', endpointId: 'e', mediaKind: 'rtp', srtp: 'off', address: '127.0.0.1', mediaId: 'm' },
      },
      { type: 'steered', value: true },
      { type: 'steered', value: false },
      { type: 'joinAsked' },
      { type: 'waits', legId, hears: 'music' },
      { type: 'waits', legId, hears: 'nothing' },
      { type: 'earlyAnswered', legId, sdp: 'sdp' },
      { type: 'referred', legId, referId: 'r', number: '13' },
      { type: 'stopAsked' },
    ] satisfies CallFact[]
  ).map(both),
  ring(['later'], plan),
  ring(['last'], null),
  ring([], plan),
  served({ kind: 'announcement', file: '/a.wav' }, plan),
  served({ kind: 'voicemail', channelId: 'c', docId: 'd', maxSeconds: 9 }, null),
  {
    old: { type: 'membersJoined', userIds: ['wl'], forks: [forkOf('late').old] },
    now: { type: 'membersJoined', userIds: ['wl'], forks: [forkOf('late').now] },
  },
  place(legId, 'by1', returnTo, { number: '15', name: null }),
  place(legId, 'by2', null, null),
];
/** After these little comes, so they come seldom. */
const endings = new Set(['mediaLost', 'stopAsked', 'mediaRefused', 'mediaFailed', 'ended', 'cancelled', 'hungUp']);
const isEnding = ({ now }: Pair<OldFact, CallFact>) => endings.has(now.type) || now.type === 'openedNotBooked';
const factOf = (legId: string, ends: boolean) =>
  fc.constantFrom(...factsAbout(legId).filter((fact) => isEnding(fact) === ends));
const anyFact = fc.tuple(fc.constantFrom(...legIds), fc.nat(30)).chain(([legId, luck]) => factOf(legId, luck === 0));
/** What a call goes through that comes to something, so that the later states are met often enough. */
const usual = (id: string): readonly Pair<OldFact, CallFact>[] =>
  (
    [
      { type: 'mediaOpened', legId: id, sdp: 'sdp' },
      { type: 'provisional', legId: id, status: 180 },
      { type: 'openedBooked' },
      { type: 'answered', legId: id, sdp: 'sdp' },
      { type: 'mediaAgreed', legId: id, codec: 'PCMA' },
      { type: 'mediaOpened', legId: 'caller', sdp: 'sdp' },
      { type: 'mediaConnected', legId: 'caller' },
      { type: 'establishedSettled' },
      { type: 'acknowledged', legId: 'caller', sdp: 'sdp' },
    ] satisfies CallFact[]
  ).map(both);
const anyFacts = fc
  .tuple(
    fc.constantFrom(...forkIds, 'later'),
    fc.array(fc.option(anyFact, { freq: 2 }), { minLength: 10, maxLength: 70, size: 'max' }),
  )
  .map(([id, facts]) => {
    const road = [...usual(id)];
    return facts.flatMap((fact) => fact ?? road.shift() ?? []);
  });

const anyCall = fc
  .record({
    who: fc.constantFrom(...(['new', 'noOffer', 'early', 'talker', 'line', 'echo', 'greeting', 'missed'] as const)),
    forks: fc.constantFrom(['tab', 'phone', 'carol'], ['tab'], ['phone', 'carol']),
    plan: fc.constantFrom(plan, null),
    returnTo: fc.constantFrom(returnTo, null),
    steered: fc.boolean(),
    holdMusic: fc.constantFrom('music.wav', null),
  })
  .map(({ who, forks: names, ...given }): Pair<OldCall, NewCall> => {
    const forks = names.map(forkOf);
    const shared = { ...given, rings: ['wb', 'wc'] };
    const { old, now } = callersOf(who);
    if (who === 'echo' || who === 'greeting') {
      const service = who === 'echo' ? ('echo' as const) : ({ kind: 'greeting', channelId: 'c11' } as const);
      const { holdMusic } = given;
      return { old: oldCall([], { service, holdMusic }), now: someServedCall(service, { holdMusic }) };
    }
    const begins = { ...shared, steered: who === 'line' && given.steered, nobody: who === 'missed' ? refusal : null };
    const rung = who === 'missed' ? [] : forks;
    const [before, after] = [rung.map((fork) => fork.old), rung.map((fork) => fork.now)];
    return { old: oldCall(before, { ...begins, caller: old }), now: someCall(after, { ...begins, caller: now }) };
  });

function callersOf(who: string): Pair<OldCaller, Caller> {
  const [old, now] = [oldCaller(), someCaller()];
  if (who === 'noOffer') return { old: { ...old, offer: null }, now: { ...now, offer: null } };
  if (who === 'early') {
    return { old: { ...old, offer: null, early: 'wanted' }, now: { ...now, offer: null, early: 'wanted' } };
  }
  if (who !== 'talker' && who !== 'line') return { old, now };
  const talker = talkerOf('caller');
  const more = { virtual: who === 'line', alerted: false };
  return { old: { ...talker.old, ...more }, now: { ...talker.now, ...more } };
}

/**
 * Only what can happen: the book answers once, timers fire that run, media tells of endpoints that are there, a leg goes to another call
 * from one that was answered, and its ACK goes there as well.
 */
function canHappen(fact: OldFact, call: OldCall, timers: ReadonlySet<CallTimer>, happened: Set<string>): boolean {
  const legs = [call.caller, ...call.forks];
  const leg = 'legId' in fact ? legs.find(({ legId }) => legId === fact.legId) : undefined;
  switch (fact.type) {
    case 'openedBooked':
    case 'openedNotBooked':
      return once('opened', happened);
    case 'timerFired':
      return timers.has(fact.timer);
    case 'mediaConnected':
      // A device that may still refuse has described nothing that we could connect with.
      return leg?.media === 'open' && leg.state !== 'preparing' && leg.state !== 'inviting';
    case 'acknowledged':
      return leg?.state !== 'over';
    case 'legTaken':
      return call.phase !== 'ringing';
    case 'legReplaced':
      return call.phase === 'talking' || (leg === call.caller && call.caller.virtual);
    case 'placeTaken':
      return (leg === call.caller || leg?.state === 'talking') && leg !== undefined && once(fact.by.legId, happened);
    case 'membersJoined':
      return once('late', happened);
    case 'stageChosen': {
      const [fork] = fact.stage.do === 'ring' ? fact.stage.forks : [];
      return !fork || once(fork.legId, happened);
    }
    default:
      return true;
  }
}
function once(what: string, happened: Set<string>): boolean {
  if (happened.has(what)) return false;
  happened.add(what);
  return true;
}

function runTimers(orders: readonly OldOrder[], timers: Set<CallTimer>): void {
  for (const order of orders) {
    if (order.do === 'startTimer') timers.add(order.timer);
    if (order.do === 'stopTimer') timers.delete(order.timer);
  }
}

test('both cores do the same', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(anyCall, anyFacts, (begun, facts) => {
      let { old, now }: Pair<OldCall, Call> = begun;
      const timers = new Set<CallTimer>();
      const happened = new Set<string>();
      for (const fact of [both({ type: 'begun' }), ...facts]) {
        if (!canHappen(fact.old, old, timers, happened)) continue;
        if (fact.old.type === 'timerFired') timers.delete(fact.old.timer);
        const before = stepBefore(old, fact.old);
        const after: ReturnType<typeof step> = step(now, fact.now);
        expect(after.orders.map(withoutForm)).toEqual(before.orders.map(withoutForm));
        runTimers(before.orders, timers);
        old = before.call;
        now = after.call;
        expect(sightOfNew(now)).toEqual(sightOfOld(old));
        seen.set(now.state, (seen.get(now.state) ?? 0) + 1);
      }
    }),
    { numRuns: Number(process.env['AGAINST_BEFORE'] ?? 1000) },
  );
  expect([...seen.keys()].sort()).toEqual(['answering', 'choosing', 'over', 'ringing', 'serving', 'talking']);
  if (process.env['AGAINST_BEFORE']) process.stdout.write(`${JSON.stringify([...seen])}\n`);
});
