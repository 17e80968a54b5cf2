import type {
  Codec,
  ConferenceHow,
  Direction,
  EndpointSdp,
  EndpointStats,
  GuestVisit,
  Media,
  MediaFact,
  OpenEndpoint,
  RecordingOrder,
  Sound,
  StreamOrder,
} from './media.ts';
import { MediaError } from './media.ts';
import type { Session } from './negotiation.ts';
import { makeAnswer, makeOffer, newSession, takeAnswer, takeOffer } from './negotiation.ts';
import type { LocalTransport } from './sdp-write.ts';

/** What a test may look at: one endpoint of the fake. */
export interface FakeEndpoint {
  session: Session;
  offered?: Session;
  bridgedWith: string | null;
  held: boolean;
  echo: boolean;
  sound: Sound | null;
  /** Everybody in the same conference, this one included; empty without one. */
  conference: readonly string[];
  /** Whom it listens to as a guest. */
  visit: GuestVisit | null;
  /** Nobody of the conference hears it. */
  listensOnly: boolean;
  /** The program that it is connected with. */
  stream: StreamOrder | null;
  recording: (RecordingOrder & { paused: boolean }) | null;
  /** Every digit sent towards the far side. */
  digits: string;
}

const noStats: EndpointStats = {
  packetsSent: 0,
  packetsReceived: 0,
  bytesSent: 0,
  bytesReceived: 0,
  lostIn: 0,
  lostOut: 0,
  jitterIn: 0,
  levelIn: 0,
  levelOut: 0,
};

/** Media without sound: it negotiates by the very rules of the real one and remembers what it was told. */
export class FakeMedia implements Media {
  readonly endpoints = new Map<string, FakeEndpoint>();
  /** Set to make every request fail, as while the process is away. */
  isUnavailable = false;
  /** Set to have every program elsewhere refuse the connection. */
  refusesStreams = false;
  readonly #listeners = new Set<(fact: MediaFact) => void>();
  #count = 0;

  async openEndpoint(request: OpenEndpoint): Promise<EndpointSdp> {
    this.#checkAvailable();
    const { endpointId, kind, offer, codecs = ['opus', 'G722', 'PCMU', 'PCMA'] } = request;
    if (this.endpoints.has(endpointId)) throw new MediaError('INTERNAL', `endpoint ${endpointId} is open already`);
    this.#count += 1;
    const identity = { sessionId: String(1000 + this.#count), ssrc: this.#count };
    const fresh = newSession(kind, codecs, identity, kind === 'rtp' ? request.srtp : 'off');
    const endpoint: FakeEndpoint = {
      session: fresh,
      bridgedWith: null,
      held: false,
      echo: false,
      sound: null,
      conference: [],
      visit: null,
      listensOnly: false,
      stream: null,
      recording: null,
      digits: '',
    };
    const reply = offer === undefined ? offerOf(endpoint, 'sendrecv') : answerOf(endpoint, offer);
    this.endpoints.set(endpointId, endpoint);
    return reply;
  }

  async acceptAnswer(endpointId: string, sdp: string): Promise<{ codec: Codec }> {
    const endpoint = this.#find(endpointId);
    endpoint.session = takeAnswer(endpoint.offered ?? endpoint.session, sdp);
    delete endpoint.offered;
    return { codec: endpoint.session.agreed?.codec ?? 'opus' };
  }

  async answerReoffer(endpointId: string, offer: string): Promise<EndpointSdp & { farDirection: Direction }> {
    return answerOf(this.#find(endpointId), offer);
  }

  async reoffer(endpointId: string, direction: Direction): Promise<EndpointSdp> {
    return offerOf(this.#find(endpointId), direction);
  }

  async bridge(a: string, b: string): Promise<void> {
    const [one, other] = [this.#find(a), this.#find(b)];
    this.#unbridge(one);
    this.#unbridge(other);
    one.bridgedWith = b;
    other.bridgedWith = a;
  }

  async unbridge(endpointId: string): Promise<void> {
    this.#unbridge(this.#find(endpointId));
  }

  async hold(endpointId: string, held: boolean): Promise<void> {
    this.#find(endpointId).held = held;
  }

  async echo(endpointId: string, on: boolean): Promise<void> {
    this.#find(endpointId).echo = on;
  }

  async confer(endpointIds: readonly string[], { listeners = [] }: ConferenceHow = {}): Promise<void> {
    const members = endpointIds.map((each) => this.#find(each));
    for (const member of members) this.#unbridge(member);
    for (const member of members) {
      member.conference = [...endpointIds];
      member.listensOnly = listeners.some((each) => this.#find(each) === member);
    }
  }

  async attach(guestId: string, visit: GuestVisit): Promise<void> {
    for (const id of visit.pair) this.#find(id);
    this.#find(guestId).visit = visit;
  }

  async detach(guestId: string): Promise<void> {
    this.#find(guestId).visit = null;
  }

  async play(endpointId: string, sound: Sound | null): Promise<void> {
    this.#find(endpointId).sound = sound;
  }

  async startStream(endpointId: string, stream: StreamOrder): Promise<void> {
    const endpoint = this.#find(endpointId);
    if (this.refusesStreams) throw new MediaError('STREAM_REFUSED', 'the fake refuses streams');
    this.#unbridge(endpoint);
    endpoint.stream = stream;
  }

  async stopStream(endpointId: string): Promise<void> {
    this.#find(endpointId).stream = null;
  }

  async startRecording(endpointId: string, recording: RecordingOrder): Promise<void> {
    this.#find(endpointId).recording = { ...recording, paused: false };
  }

  async pauseRecording(endpointId: string, recordingId: string, paused: boolean): Promise<void> {
    this.#recordingAt(endpointId, recordingId).paused = paused;
  }

  async stopRecording(endpointId: string, recordingId: string): Promise<void> {
    this.#recordingAt(endpointId, recordingId);
    this.#endRecording(endpointId);
  }

  async moveRecording(fromEndpointId: string, toEndpointId: string): Promise<void> {
    const [from, to] = [this.#find(fromEndpointId), this.#find(toEndpointId)];
    if (from === to || from.recording === null) return;
    to.recording = from.recording;
    from.recording = null;
  }

  async adopt(endpointIds: readonly string[]): Promise<readonly string[]> {
    this.#checkAvailable();
    for (const id of [...this.endpoints.keys()]) if (!endpointIds.includes(id)) this.#end(id);
    return [...this.endpoints.keys()];
  }

  async sendDtmf(endpointId: string, digits: string): Promise<void> {
    this.#find(endpointId).digits += digits;
  }

  async stats(endpointId: string): Promise<EndpointStats> {
    const codec = this.#find(endpointId).session.agreed?.codec;
    return codec === undefined ? noStats : { ...noStats, codec };
  }

  async close(endpointId: string): Promise<void> {
    this.#checkAvailable();
    this.#end(endpointId);
  }

  async closeAll(): Promise<void> {
    this.#checkAvailable();
    for (const id of [...this.endpoints.keys()]) this.#end(id);
  }

  onFact(listener: (fact: MediaFact) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells a fact as the media process would; `lost` also forgets every endpoint. */
  tell(fact: MediaFact): void {
    if (fact.type === 'lost') this.endpoints.clear();
    for (const listener of this.#listeners) listener(fact);
  }

  #find(endpointId: string): FakeEndpoint {
    this.#checkAvailable();
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined) throw new MediaError('NO_SUCH_ENDPOINT', `no endpoint ${endpointId}`);
    return endpoint;
  }

  #end(endpointId: string): void {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined) return;
    this.#unbridge(endpoint);
    this.#endRecording(endpointId);
    this.endpoints.delete(endpointId);
  }

  #recordingAt(endpointId: string, recordingId: string): NonNullable<FakeEndpoint['recording']> {
    const { recording } = this.#find(endpointId);
    if (recording?.recordingId === recordingId) return recording;
    throw new MediaError('NO_SUCH_RECORDING', `no recording ${recordingId} at endpoint ${endpointId}`);
  }

  #endRecording(endpointId: string): void {
    const endpoint = this.endpoints.get(endpointId);
    if (endpoint === undefined || endpoint.recording === null) return;
    const { recordingId, path } = endpoint.recording;
    endpoint.recording = null;
    this.tell({ type: 'recorded', endpointId, recordingId, path, durationMs: 1000 });
  }

  #unbridge(endpoint: FakeEndpoint): void {
    const other = endpoint.bridgedWith === null ? undefined : this.endpoints.get(endpoint.bridgedWith);
    if (other !== undefined) other.bridgedWith = null;
    endpoint.bridgedWith = null;
    for (const id of endpoint.conference) {
      const member = this.endpoints.get(id);
      if (member) member.conference = member.conference.filter((each) => !this.#isSame(each, endpoint));
    }
    endpoint.conference = [];
  }

  #isSame(endpointId: string, endpoint: FakeEndpoint): boolean {
    return this.endpoints.get(endpointId) === endpoint;
  }

  #checkAvailable(): void {
    if (this.isUnavailable) throw new MediaError('MEDIA_UNAVAILABLE', 'the fake is switched off');
  }
}

function offerOf(endpoint: FakeEndpoint, direction: Direction): EndpointSdp {
  const [offered, sdp] = makeOffer(endpoint.session, direction, transportOf(endpoint.session, 'actpass'));
  endpoint.offered = offered;
  endpoint.session = { ...endpoint.session, version: offered.version };
  const codec = offered.agreed?.codec;
  return codec === undefined ? { sdp } : { sdp, codec };
}

function answerOf(endpoint: FakeEndpoint, offer: string): EndpointSdp & { farDirection: Direction } {
  const taken = takeOffer(endpoint.session, offer);
  const [session, sdp] = makeAnswer(taken, transportOf(taken, 'active'));
  endpoint.session = session;
  delete endpoint.offered;
  const { codec, farDirection = 'sendrecv' } = session.agreed ?? {};
  return codec === undefined ? { sdp, farDirection } : { sdp, codec, farDirection };
}

const fakeKeys = {
  AES_CM_128_HMAC_SHA1_80: 'A'.repeat(40),
  AES_CM_128_HMAC_SHA1_32: 'B'.repeat(40),
};

function transportOf(session: Session, setup: 'active' | 'actpass'): LocalTransport {
  const address = '127.0.0.1';
  const port = 20_000 + session.ssrc * 2;
  if (session.kind === 'rtp') return { address, port, srtpKeys: fakeKeys };
  const ice = {
    ufrag: `fake${session.ssrc}`,
    password: 'a-password-of-the-fake-media',
    fingerprint: `sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    setup,
  };
  return { address, port, ice, candidates: [`candidate:1 1 UDP 2130706431 ${address} ${port} typ host`] };
}
