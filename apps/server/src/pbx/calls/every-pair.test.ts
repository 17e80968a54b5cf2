import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RoutePlan } from '../routing/route-plan.ts';
import type { Call, CallState, Refusal } from './call.ts';
import { step } from './call-core.ts';
import type { CallFact } from './call-facts.ts';
import { callStates, type FactName, ignored } from './call-states.ts';
import type { RingStage } from './stage.ts';
import { asCaller } from './take-place.ts';
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
const stage: RingStage = {
  do: 'ring',
  forks: [someFork('next')],
  rings: ['wnext'],
  ringMs: 9000,
  shown: { from: 'anonymous', number: '13', channelId: 'c13' },
  events: [],
  leaves: null,
  cameInOn: null,
  plan: null,
};
const by = { ...asCaller({ ...someCaller(), media: 'open' }), legId: 'newcomer', mediaId: 'm-newcomer' };

const along = { userId: 'wtab', number: '+4917055555', afterMs: 0 };
const mobile = {
  ...someFork('mobile', 'wtab'),
  mobile: { locale: 'de', shown: { from: 'anonymous', number: '+4917055555' }, caller: null, along },
} as const;

/** Every fact there is, about this leg. */
const factsOf = (legId: string): Record<FactName, CallFact> => ({
  begun: { type: 'begun' },
  openedBooked: { type: 'openedBooked' },
  openedNotBooked: { type: 'openedNotBooked' },
  establishedSettled: { type: 'establishedSettled' },
  mediaOpened: { type: 'mediaOpened', legId, sdp: 'sdp' },
  mediaAgreed: { type: 'mediaAgreed', legId, codec: 'opus' },
  mediaRefused: { type: 'mediaRefused', legId, code: 'BAD_SDP' },
  mediaConnected: { type: 'mediaConnected', legId },
  mediaFailed: { type: 'mediaFailed', legId },
  mediaLost: { type: 'mediaLost' },
  reoffered: { type: 'reoffered', legId, sdp: 'sdp' },
  reofferReady: { type: 'reofferReady', legId, sdp: 'sdp', farDirection: 'inactive' },
  reofferImpossible: { type: 'reofferImpossible', legId },
  reofferAnswered: { type: 'reofferAnswered', legId, sdp: 'sdp' },
  reofferRefused: { type: 'reofferRefused', legId, status: 488 },
  dtmf: { type: 'dtmf', legId, digit: '#' },
  info: { type: 'info', legId, digit: '#', durationMs: 100 },
  ringTimer: { type: 'timerFired', timer: 'ring' },
  returnTimer: { type: 'timerFired', timer: 'return' },
  toneTimer: { type: 'timerFired', timer: 'tone' },
  lingerTimer: { type: 'timerFired', timer: 'linger' },
  holdAsked: { type: 'holdAsked', legId, held: true },
  hungUp: { type: 'hungUp', legId },
  busySaid: { type: 'busySaid', legId },
  tonesAsked: { type: 'tonesAsked', legId, digits: '1' },
  legTaken: { type: 'legTaken', legId },
  placeTaken: { type: 'placeTaken', legId, by, returnTo: null, seenAs: null },
  legReplaced: {
    type: 'legReplaced',
    legId,
    by: { sipCallId: 's', endpointId: 'e', mediaKind: 'rtp', srtp: 'off', address: '127.0.0.1', mediaId: 'm' },
  },
  deviceCame: {
    type: 'deviceCame',
    contact: {
      contactId: 'c-new',
      endpointId: 'e-new',
      userId: 'wtab',
      media: 'webrtc',
      address: '127.0.0.1',
      alive: true,
    },
    ids: { legId: 'new', sipCallId: 'sip-new', mediaId: 'm-new' },
  },
  userLeft: { type: 'userLeft', userId: 'wtab' },
  pickedUp: { type: 'pickedUp', by: someFork('taker'), codec: 'PCMA', sdp: 'sdp', moved: null },
  membersJoined: { type: 'membersJoined', userIds: ['wlate'], forks: [someFork('late')] },
  turnOver: { type: 'turnOver', plan },
  seated: { type: 'seated', seat: { isModerator: false, isMuted: true, since: 0, isWaiting: false, isLocked: false } },
  roomGoesOn: { type: 'roomGoesOn' },
  parkGoesOn: { type: 'parkGoesOn', leftMs: 1000 },
  mobileCame: { type: 'mobileCame', along, fork: mobile },
  mobileSaid: { type: 'mobileSaid', legId, said: 'take' },
  stageChosen: { type: 'stageChosen', stage },
  serviceOver: { type: 'serviceOver' },
  steered: { type: 'steered', value: true },
  joinAsked: { type: 'joinAsked' },
  waits: { type: 'waits', legId, hears: 'music' },
  stopAsked: { type: 'stopAsked' },
  earlyAnswered: { type: 'earlyAnswered', legId, sdp: 'sdp' },
  referred: { type: 'referred', legId, referId: 'r', number: '13' },
  provisional: { type: 'provisional', legId, status: 180 },
  answered: { type: 'answered', legId, sdp: 'sdp' },
  acknowledged: { type: 'acknowledged', legId, sdp: 'sdp' },
  refused: { type: 'refused', legId, status: 486, phrase: 'Busy Here' },
  unreachable: { type: 'unreachable', legId },
  cancelled: { type: 'cancelled', legId },
  ended: { type: 'ended', legId },
});
const names = Object.keys(factsOf('')) as FactName[];

const after = (call: Call, ...facts: CallFact[]): Call[] => {
  const calls: Call[] = [];
  facts.reduce((now, fact) => {
    const next = step(now, fact).call;
    calls.push(next);
    return next;
  }, call);
  return calls;
};

const begun: CallFact = { type: 'begun' };
const booked: CallFact = { type: 'openedBooked' };
const answerIt: CallFact[] = [
  { type: 'mediaOpened', legId: 'tab', sdp: 'sdp' },
  { type: 'provisional', legId: 'tab', status: 180 },
  { type: 'answered', legId: 'tab', sdp: 'sdp' },
  { type: 'mediaAgreed', legId: 'tab', codec: 'opus' },
  { type: 'mediaOpened', legId: 'caller', sdp: 'sdp' },
  { type: 'establishedSettled' },
  { type: 'acknowledged', legId: 'caller' },
];
const voicemail: CallFact = {
  type: 'stageChosen',
  stage: {
    do: 'serve',
    service: { kind: 'voicemail', channelId: 'c', docId: 'd', maxSeconds: 9 },
    events: [],
    leaves: null,
    plan: null,
  },
};
const heard: CallFact[] = [
  { type: 'mediaOpened', legId: 'caller', sdp: 'sdp' },
  { type: 'establishedSettled' },
  { type: 'acknowledged', legId: 'caller' },
  { type: 'mediaConnected', legId: 'caller' },
];
const end: CallFact = { type: 'cancelled', legId: 'caller' };

const rungInVain: CallFact[] = [
  ...answerIt.slice(0, 2),
  { type: 'mediaOpened', legId: 'phone', sdp: 'sdp' },
  { type: 'timerFired', timer: 'ring' },
];
const earlyAnswer: CallFact = { type: 'earlyAnswered', legId: 'caller', sdp: 'sdp' };
/** A device that asks for an offer of ours, whose answer comes with the ACK. */
const reoffer: CallFact = { type: 'reofferReady', legId: 'caller', sdp: 'sdp' };

const parked = { slot: 1, byUserId: 'w', since: 0, seenAs: { number: '11', name: null } };

/** Calls on their way through everything that can become of one. */
const passed: Call[] = [
  () => someCall([], { plan, nobody: refusal }),
  () => someCall([someFork('tab'), someFork('phone')], { plan }),
  () => someCall([someFork('tab'), someFork('phone')], { caller: { ...someCaller(), offer: null, early: 'wanted' } }),
  () =>
    someCall([someFork('tab'), someFork('phone')], { plan, caller: { ...someCaller(), offer: null, early: 'wanted' } }),
  // Handed over by somebody.
  () => someCall([someFork('tab'), someFork('phone')], { plan, caller: asCaller({ ...someCaller(), media: 'open' }) }),
  // A mailbox takes the place of a mobile.
  () => someCall([{ ...mobile, legId: 'tab' }, someFork('phone')], { plan, along: [along] }),
  () => ({ ...someCall([], { caller: asCaller({ ...someCaller(), media: 'open' }) }), parked }),
  () => someServedCall('echo'),
  () => someServedCall({ kind: 'greeting', channelId: 'c11' }),
  () => someServedCall({ kind: 'sayAnnouncement', recordingId: 'r' }),
  () =>
    someServedCall({
      kind: 'room',
      channelId: 'r',
      seat: { isModerator: false, isMuted: false, since: 0, isWaiting: false, isLocked: false },
    }),
].flatMap((make) => [
  make(),
  ...after(make(), begun, booked, ...answerIt),
  ...after(make(), begun, booked, { type: 'timerFired', timer: 'ring' }, voicemail, ...heard),
  ...after(make(), begun, booked, ...heard, { type: 'earlyAnswered', legId: 'caller', sdp: 'sdp' }, ...answerIt),
  ...after(make(), begun, ...answerIt.slice(0, 3), booked, ...answerIt.slice(3)),
  ...after(make(), begun, booked, ...rungInVain, voicemail, ...heard),
  ...after(make(), begun, heard[0] ?? booked, booked, ...rungInVain, earlyAnswer, voicemail),
  ...after(make(), begun, heard[0] ?? booked, booked, ...rungInVain, voicemail),
  ...after(make(), begun, booked, ...rungInVain, reoffer, voicemail),
  ...after(make(), begun, booked, rungInVain[2] ?? booked, reoffer, ...answerIt),
  ...after(make(), begun, ...answerIt.slice(0, 4), reoffer, booked, ...answerIt.slice(4)),
  ...after(make(), begun, booked, ...answerIt.slice(0, 2), end),
  ...after(make(), begun, booked, ...answerIt.slice(0, 2), { type: 'unreachable', legId: 'tab' }),
]);

const isIgnored = (state: CallState, name: FactName): boolean =>
  passed
    .filter((call) => call.state === state)
    .every((call) =>
      [call.caller, ...call.forks].every(({ legId }) => {
        const { call: next, orders } = step(call, factsOf(legId)[name]);
        return orders.length === 0 && isDeepStrictEqual(next, call);
      }),
    );

const states = Object.keys(callStates) as CallState[];

describe.each(states)('a call that is %s', (state) => {
  test('was met on the way', () => {
    expect(passed.some((call) => call.state === state)).toBe(true);
  });

  test.each(names)('%s: something comes of it in one of the calls, or it is ignored by name', (name) => {
    expect(isIgnored(state, name)).toBe(callStates[state][name] === ignored);
  });
});
