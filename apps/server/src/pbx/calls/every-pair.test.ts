import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RoutePlan } from '../routing/route-plan.ts';
import type { Call, Refusal } from './call.ts';
import { step } from './call-core.ts';
import type { CallFact, CallTimer } from './call-facts.ts';
import type { RingStage } from './stage.ts';
import { asCaller } from './take-place.ts';
import { someCall, someCaller, someFork } from './testing/some-call.ts';

/** A state as its flags spell it; facts by their type, each timer by a name of its own. */
type State = 'missed' | 'ringing' | 'choosing' | 'serving' | 'dialled' | 'answering' | 'talking' | 'over';
type FactName = Exclude<CallFact['type'], 'timerFired'> | `${CallTimer}Timer`;

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
  membersJoined: { type: 'membersJoined', userIds: ['wlate'], forks: [someFork('late')] },
  turnOver: { type: 'turnOver', plan },
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

/** Calls on their way through everything that can become of one. */
const passed: Call[] = [
  () => someCall([], { plan, nobody: refusal }),
  () => someCall([someFork('tab'), someFork('phone')], { plan }),
  () => someCall([someFork('tab'), someFork('phone')], { caller: { ...someCaller(), offer: null, early: 'wanted' } }),
  () => someCall([], { service: 'echo' }),
  () => someCall([], { service: { kind: 'greeting', channelId: 'c11' } }),
].flatMap((make) => [
  make(),
  ...after(make(), begun, booked, ...answerIt),
  ...after(make(), begun, booked, { type: 'timerFired', timer: 'ring' }, voicemail, ...heard),
  ...after(make(), begun, booked, ...heard, { type: 'earlyAnswered', legId: 'caller', sdp: 'sdp' }, ...answerIt),
  ...after(make(), begun, ...answerIt.slice(0, 3), booked, ...answerIt.slice(3)),
  ...after(make(), begun, booked, ...answerIt.slice(0, 2), end),
  ...after(make(), begun, booked, ...answerIt.slice(0, 2), { type: 'unreachable', legId: 'tab' }),
]);

function stateOf({ phase, choosing, nobody, service }: Call): State {
  if (phase === 'over') return 'over';
  if (choosing) return 'choosing';
  if (service === 'echo' || service?.kind === 'greeting') return 'dialled';
  if (service) return 'serving';
  return phase === 'ringing' && nobody ? 'missed' : phase;
}

const isIgnored = (state: State, name: FactName): boolean =>
  passed
    .filter((call) => stateOf(call) === state)
    .every((call) =>
      [call.caller, ...call.forks].every(({ legId }) => {
        const { call: next, orders } = step(call, factsOf(legId)[name]);
        return orders.length === 0 && isDeepStrictEqual(next, call);
      }),
    );

/** Of the calls above, what nothing comes of in any of one state, by name. Every other fact does something to one of them. */
const ignored: Record<State, readonly FactName[]> = {
  missed: [
    'mediaAgreed',
    'mediaConnected',
    'reofferReady',
    'reofferAnswered',
    'reofferRefused',
    'dtmf',
    'info',
    'returnTimer',
    'toneTimer',
    'lingerTimer',
    'holdAsked',
    'tonesAsked',
    'deviceCame',
    'userLeft',
    'membersJoined',
    'turnOver',
    'stageChosen',
    'serviceOver',
    'joinAsked',
    'earlyAnswered',
    'provisional',
    'answered',
    'acknowledged',
    'refused',
    'unreachable',
  ],
  ringing: [
    'reofferReady',
    'reofferAnswered',
    'reofferRefused',
    'dtmf',
    'info',
    'toneTimer',
    'lingerTimer',
    'holdAsked',
    'tonesAsked',
    'stageChosen',
    'serviceOver',
    'joinAsked',
    'acknowledged',
  ],
  choosing: [
    'mediaAgreed',
    'mediaConnected',
    'reofferReady',
    'reofferAnswered',
    'reofferRefused',
    'dtmf',
    'info',
    'ringTimer',
    'returnTimer',
    'toneTimer',
    'lingerTimer',
    'holdAsked',
    'tonesAsked',
    'deviceCame',
    'userLeft',
    'membersJoined',
    'turnOver',
    'serviceOver',
    'joinAsked',
    'earlyAnswered',
    'provisional',
    'acknowledged',
    'refused',
    'unreachable',
  ],
  serving: [
    'openedBooked',
    'mediaAgreed',
    'reofferAnswered',
    'reofferRefused',
    'ringTimer',
    'returnTimer',
    'toneTimer',
    'lingerTimer',
    'tonesAsked',
    'deviceCame',
    'userLeft',
    'membersJoined',
    'turnOver',
    'stageChosen',
    'joinAsked',
    'earlyAnswered',
    'provisional',
    'refused',
    'unreachable',
  ],
  dialled: [
    'mediaAgreed',
    'reofferAnswered',
    'reofferRefused',
    'ringTimer',
    'returnTimer',
    'lingerTimer',
    'tonesAsked',
    'deviceCame',
    'userLeft',
    'membersJoined',
    'turnOver',
    'stageChosen',
    'joinAsked',
    'earlyAnswered',
    'provisional',
    'answered',
    'refused',
    'unreachable',
  ],
  answering: [
    'reofferAnswered',
    'reofferRefused',
    'dtmf',
    'info',
    'ringTimer',
    'returnTimer',
    'toneTimer',
    'lingerTimer',
    'tonesAsked',
    'deviceCame',
    'userLeft',
    'membersJoined',
    'turnOver',
    'stageChosen',
    'serviceOver',
    'joinAsked',
    'provisional',
    'acknowledged',
    'refused',
    'unreachable',
  ],
  talking: [
    'openedBooked',
    'establishedSettled',
    'mediaOpened',
    'reofferAnswered',
    'reofferRefused',
    'dtmf',
    'ringTimer',
    'returnTimer',
    'lingerTimer',
    'deviceCame',
    'userLeft',
    'membersJoined',
    'turnOver',
    'stageChosen',
    'serviceOver',
    'provisional',
    'refused',
    'unreachable',
  ],
  over: [
    'openedBooked',
    'openedNotBooked',
    'mediaRefused',
    'mediaFailed',
    'mediaLost',
    'mediaConnected',
    'reofferReady',
    'reofferAnswered',
    'reofferRefused',
    'dtmf',
    'info',
    'ringTimer',
    'returnTimer',
    'toneTimer',
    'holdAsked',
    'hungUp',
    'tonesAsked',
    'placeTaken',
    'legReplaced',
    'deviceCame',
    'userLeft',
    'membersJoined',
    'turnOver',
    'stageChosen',
    'serviceOver',
    'steered',
    'joinAsked',
    'stopAsked',
    'earlyAnswered',
    'provisional',
    'acknowledged',
  ],
};

describe.each(Object.keys(ignored) as State[])('a call that is %s', (state) => {
  test('was met on the way', () => {
    expect(passed.some((call) => stateOf(call) === state)).toBe(true);
  });

  test.each(names)('%s', (name) => {
    expect(isIgnored(state, name)).toBe(ignored[state].includes(name));
  });
});
