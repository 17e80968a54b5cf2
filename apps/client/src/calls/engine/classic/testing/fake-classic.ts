import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { MicrophoneError } from '#audio/microphone.ts';
import { fakeStream } from '#audio/testing/fake-devices.ts';
import type { RealtimeEvent } from '#live/line/realtime.ts';
import { type HandClock, handClock, settle } from '../../../testing/hand-clock.ts';
import type { EngineCall, EngineFact, LineState, ResumedAs } from '../../call-engine.ts';
import { createClassicEngine } from '../classic-engine.ts';
import type { ClassicServer } from '../classic-server.ts';
import { storedOwnedCalls } from '../owned-calls.ts';

export const clientId = 'instance-1';

/** A call of the page before, as that page stored it. */
interface StoredCall {
  readonly callId: string;
  readonly sessionId: string;
}

/** A classic engine on a server, a channel and a connection that a test plays by hand. */
export function sitDown(
  options: { phone?: boolean; owned?: readonly StoredCall[]; stored?: Map<string, string> } = {},
) {
  const clock: HandClock = handClock();
  const requests: string[] = [];
  const refusals = new Map<string, string>();
  const events = new Set<(event: RealtimeEvent) => void>();
  const watchers = new Set<() => void>();
  const onlineWatchers = new Set<() => void>();
  const stored = options.stored ?? new Map<string, string>();
  if (options.owned) stored.set('sidetone.calls', JSON.stringify(options.owned));
  let rows: readonly OngoingCall[] | null = [];
  let online = true;
  let calls = 0;
  let hasMicrophone = true;
  let openTracks = 0;
  let question: Promise<void> | null = null;
  const connections: ReturnType<typeof fakeConnection>[] = [];
  const incoming: Followed[] = [];
  const resumed: Followed[] = [];
  const resumedAs: ResumedAs[] = [];
  const line: LineState[] = [];

  /** Answers a request, or refuses it with the code that a test wants. */
  async function asked<T>(request: string, reply: T): Promise<T> {
    requests.push(request);
    const [, code] = [...refusals].find(([part]) => request.includes(part)) ?? [];
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return reply;
  }

  const server: ClassicServer = {
    iceServers: async () => [],
    startCall({ phoneNumber, senderPhoneNumber, phoneId }) {
      calls += 1;
      return asked(`PUT /call ${phoneNumber} from ${senderPhoneNumber} by ${phoneId}`, `call-${calls}`);
    },
    tellRinging: () => asked('POST /call/ringing', undefined),
    accept: (id, client) => asked(`accept ${id} ${client}`, undefined),
    reject: (id, reason) => asked(`reject ${id} ${reason}`, undefined),
    end: (id) => asked(`DELETE ${id}`, undefined),
    hold: (id, value) => asked(`hold ${id} ${value}`, undefined),
    tones: (id, sequence) => asked(`dtmf ${id} ${sequence}`, undefined),
    typed: (id, sequence) => asked(`typed ${id} ${sequence}`, undefined),
    record: (id, on) => asked(`record ${id} ${on}`, undefined),
    joinCalls: (one, other) => asked(`join ${one} ${other}`, undefined),
    transfer: (id, number) => asked(`transfer ${id} ${number}`, undefined),
    markTransfer: (session, id, option) => asked(`mark ${session} ${id} ${option}`, undefined),
    openPeer: (device, id) => asked(`POST peer ${device} ${id}`, 'offer'),
    answerPeer: (device, sdp) => asked(`PATCH peer ${device} answer ${sdp}`, undefined),
    offerPeer: (device, sdp) => asked(`PATCH peer ${device} offer ${sdp}`, 'answer'),
    closePeer: (device) => asked(`DELETE peer ${device}`, undefined),
  };

  const engine = createClassicEngine({
    server,
    feed: {
      isOnline: () => online,
      isSlow: () => false,
      watchOnline: (onChange) => watch(onlineWatchers, onChange),
      hear: (listener) => watch(events, listener),
      hurry: () => void requests.push('hurry'),
    },
    ongoing: { watch: (onChange) => watch(watchers, onChange), read: () => rows },
    owned: storedOwnedCalls({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    }),
    async openMicrophone() {
      await question;
      if (!hasMicrophone) throw new MicrophoneError('missing');
      openTracks += 1;
      const stop = () => {
        openTracks -= 1;
      };
      return fakeStream([{ kind: 'audio', enabled: true, stop }]);
    },
    phone: () => (options.phone === false ? null : { id: 'phone-1', callerId: '+4930555' }),
    isEmergency: (number) => number === '112',
    clock,
    log: () => {},
    instanceId: clientId,
    connect() {
      const made = fakeConnection();
      connections.push(made);
      return made.connection;
    },
  });

  return {
    engine,
    clock,
    requests,
    incoming,
    resumed,
    resumedAs,
    line,
    stored,
    connections,
    /** Every request whose text has this part is refused with this code. */
    refuse: (part: string, code: string) => void refusals.set(part, code),
    agree: (part: string) => void refusals.delete(part),
    unplugMicrophone() {
      hasMicrophone = false;
    },
    /** From now on the browser asks for the microphone, until the returned function is called. */
    askForMicrophone() {
      const answered = Promise.withResolvers<void>();
      question = answered.promise;
      return async () => {
        answered.resolve();
        await settle();
      };
    },
    openTracks: () => openTracks,
    async start() {
      await engine.start({
        incoming: (call) => incoming.push(follow(call)),
        resumed(call, _at, as) {
          resumed.push(follow(call));
          if (as) resumedAs.push(as);
        },
        line: (state) => line.push(state),
      });
      await settle();
    },
    async happens(name: RealtimeEvent['name'], callId: string, more: object = {}) {
      const payload = { callId, sessionId: 'session-1', fromNumber: '+49301', toNumber: '+49302', ...more };
      for (const listener of events) listener({ name, payload } as unknown as RealtimeEvent);
      await settle();
    },
    async shows(...now: readonly OngoingCall[]) {
      rows = now;
      for (const watcher of watchers) watcher();
      await settle();
    },
    async goOnline(value: boolean) {
      online = value;
      for (const watcher of onlineWatchers) watcher();
      await settle();
    },
  };
}

export interface Followed {
  readonly call: EngineCall;
  readonly facts: EngineFact[];
  types(): string[];
}

export function follow(call: EngineCall): Followed {
  const facts: EngineFact[] = [];
  call.listen((fact) => facts.push(fact));
  return { call, facts, types: () => facts.map(({ type }) => type) };
}

/** A row of the live calls. */
export function row(change: Partial<OngoingCall> = {}): OngoingCall {
  return {
    id: 'session-1',
    callId: 'call-1',
    docId: 'pbx-session-1',
    channelId: null,
    direction: 'OUTGOING',
    state: 'ringing',
    number: '+49301',
    name: null,
    ownNumber: null,
    originalChannelId: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    establishedAt: null,
    endpointId: null,
    onHold: false,
    recording: null,
    transfer: null,
    transferredTo: null,
    ...change,
  } as OngoingCall;
}

/** TARGET of a warm transfer as a row shows it. */
export function target(change: object = {}): OngoingCall['transfer'] {
  return {
    id: 'transfer-1',
    sessionId: 'server-session',
    docId: 'pbx-server-session',
    number: '+49303',
    name: null,
    state: 'dialling',
    reason: null,
    establishedAt: null,
    activeLines: ['TARGET'],
    ...change,
  } as OngoingCall['transfer'];
}

/** The part of a connection that a peer uses; a test says when it is up. */
function fakeConnection() {
  const state = { connectionState: 'new', hears: false, flows: false, closed: false, restarts: 0 };
  let rtpTimestamp = 0;
  const source = () => {
    if (state.flows) rtpTimestamp += 960;
    return { source: 1, rtpTimestamp, audioLevel: state.hears ? 0.2 : 0 };
  };
  const connection = Object.assign(new EventTarget(), {
    iceGatheringState: 'complete',
    signalingState: 'stable',
    localDescription: null as { sdp: string } | null,
    setRemoteDescription: async () => {},
    addTrack() {},
    createAnswer: async () => ({ type: 'answer', sdp: 'our answer' }),
    createOffer: async () => {
      state.restarts += 1;
      return { type: 'offer', sdp: 'our offer' };
    },
    async setLocalDescription(description: { sdp: string }) {
      connection.localDescription = description;
    },
    getReceivers: () => [{ getSynchronizationSources: () => [source()] }],
    close() {
      state.closed = true;
    },
  });
  Object.defineProperty(connection, 'connectionState', { get: () => state.connectionState });
  return {
    connection: connection as unknown as RTCPeerConnection,
    state,
    async become(now: RTCPeerConnectionState) {
      state.connectionState = now;
      if (now === 'connected') {
        const track = Object.assign(new Event('track'), { streams: [fakeStream([{ kind: 'audio' }])], track: null });
        connection.dispatchEvent(track);
      }
      connection.dispatchEvent(new Event('connectionstatechange'));
      await settle();
    },
  };
}

function watch<T>(all: Set<T>, one: T): () => void {
  all.add(one);
  return () => all.delete(one);
}
