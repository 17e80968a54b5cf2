import type { Call, Caller, Fork } from '../call.ts';

const leg = {
  formerCallIds: [],
  event: null,
  remote: { number: null, name: null },
  media: 'none',
  mediaConnected: false,
  heldByUser: false,
  heldByDevice: false,
  answerDue: false,
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
  settled: false,
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
  outcome: null,
  cancelReason: null,
});

export const someCall = (forks: Fork[], given: Partial<Call> = {}): Call => ({
  callId: 'call',
  accountId: 's1',
  sessionId: 'session',
  phase: 'ringing',
  booked: false,
  nobody: null,
  service: null,
  ringMs: 30_000,
  codecs: ['opus', 'PCMU', 'PCMA'],
  bridged: false,
  calleeReady: false,
  steered: false,
  holdMusic: null,
  returnTo: null,
  ended: null,
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
  ...given,
});
