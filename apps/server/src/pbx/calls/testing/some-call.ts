import type { CallBase, Caller, Fork, Ringing, Serving, Talking } from '../call.ts';

const leg = {
  formerCallIds: [],
  event: null,
  remote: { number: null, name: null },
  media: 'none',
  hold: 'none',
  hears: 'nothing',
} as const;

/** A caller who offered Opus and G.711 from a browser. */
export const someCaller = (): Caller => ({
  ...leg,
  legId: 'caller',
  sipCallId: 'sip-caller',
  userId: 'wcaller',
  endpointId: 'ecaller',
  mediaKind: 'webrtc',
  address: '127.0.0.1',
  mediaId: 'm-caller',
  state: 'waiting',
  virtual: false,
  offer: 'offer',
  alerted: false,
  sdp: null,
});

export const someFork = (name: string, userId = `w${name}`): Fork => ({
  ...leg,
  legId: name,
  sipCallId: `sip-${name}`,
  userId,
  endpointId: `e-${name}`,
  mediaKind: 'webrtc',
  address: '127.0.0.1',
  mediaId: `m-${name}`,
  target: {
    kind: 'device',
    contact: {
      contactId: `c-${name}`,
      endpointId: `e-${name}`,
      userId,
      media: 'webrtc',
      address: '127.0.0.1',
      alive: true,
    },
  },
  state: 'preparing',
  codec: null,
  outcome: null,
  cancelReason: null,
});

const base = (forks: Fork[]): CallBase => ({
  callId: 'call',
  accountId: 's1',
  sessionId: 'session',
  booking: 'unwritten',
  codecs: ['opus', 'PCMU', 'PCMA'],
  steered: false,
  holdMusic: null,
  cameInOn: null,
  caller: someCaller(),
  forks,
  shown: { from: { user: '11', name: 'Anna' }, number: '12', channelId: 'c12' },
  events: [],
  callerRecord: {
    legId: 'caller',
    sipCallId: 'sip-caller',
    userId: 'wcaller',
    endpointId: 'ecaller',
    channelId: 'c11',
    role: 'caller',
    mediaEndpointId: 'm-caller',
  },
});

export const someCall = (forks: Fork[], given: Partial<Ringing> = {}): Ringing => ({
  ...base(forks),
  state: 'ringing',
  nobody: null,
  plan: null,
  late: null,
  ringAnnounced: false,
  ringMs: 30_000,
  speaking: null,
  returnTo: null,
  rings: forks.flatMap(({ userId }) => userId ?? []),
  awaited: null,
  ...given,
});

/** Somebody dialled a code. */
export const someServedCall = (service: Serving['service'], given: Partial<Serving> = {}): Serving => ({
  ...base([]),
  state: 'serving',
  plan: null,
  returnTo: null,
  speaking: null,
  service,
  isServed: false,
  taken: 'not',
  ...given,
});

/** What is left of a call, or has become of it, in one of the later states. */
export const someTalk = (forks: Fork[], given: Partial<CallBase> = {}): Talking => ({
  ...base(forks),
  state: 'talking',
  bridged: false,
  booking: 'settled',
  ...given,
});
