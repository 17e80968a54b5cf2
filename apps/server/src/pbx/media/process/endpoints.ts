import { randomBytes, randomInt } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { EndpointStats, MediaFact } from '../media.ts';
import { MediaError } from '../media.ts';
import type { Session } from '../negotiation.ts';
import { newSession } from '../negotiation.ts';
import type { Method, Params, Result } from '../protocol.ts';
import { toneSound } from './audio/tones.ts';
import { Conference } from './conference.ts';
import type { EndpointContext } from './endpoint.ts';
import { Endpoint } from './endpoint.ts';
import type { KeptRecordings } from './files/kept-recordings.ts';
import type { OwnFolder } from './files/own-folder.ts';
import { FrameClock } from './frame-clock.ts';
import { Guests } from './guests.ts';
import { Orphans } from './orphans.ts';
import { Recordings } from './recordings.ts';
import type { MediaSettings } from './settings.ts';
import type { MadeSound } from './sound-file.ts';
import { SoundFiles } from './sound-file.ts';
import { Streams } from './streams/streams.ts';
import { Ticker } from './ticker.ts';
import { addressTowards, hostCandidates, isLoopback, isWildcard, ownAddresses } from './wire/addresses.ts';
import { RtpPorts } from './wire/rtp-ports.ts';
import { RtpTransport } from './wire/rtp-transport.ts';
import { SecureRtp } from './wire/srtp/secure-rtp.ts';
import type { TransportEvents } from './wire/transport.ts';
import { WebRtcTransport } from './wire/webrtc-transport.ts';

/** What an owner may ask of its endpoints; the rest is answered by the server of the socket. */
export type EndpointMethod = Exclude<Method, 'hello' | 'ping' | 'figures'>;
type Work = { readonly [M in EndpointMethod]: (params: Params<M>) => Result<M> | Promise<Result<M>> };

const reportEverySeconds = 5;
const done = {};

/** What the endpoints of all owners share. */
interface SharedParts {
  readonly settings: MediaSettings;
  readonly ports: RtpPorts;
  readonly ticker: Ticker;
  readonly frames: FrameClock;
  readonly files: SoundFiles;
  /** Undefined where it shares the disk of its carriers. */
  readonly own: OwnFolder | undefined;
}

export function openSharedParts(
  settings: MediaSettings,
  own: OwnFolder | undefined,
  onError: (error: unknown) => void,
): SharedParts {
  return {
    settings,
    ports: new RtpPorts(settings.rtpPorts),
    ticker: new Ticker(),
    frames: new FrameClock(onError),
    files: new SoundFiles(),
    own,
  };
}

export interface EndpointsOptions {
  /** Whose they are. */
  readonly node: string;
  readonly shared: SharedParts;
  /** False where nobody is connected who could hear it. */
  announce(fact: MediaFact): boolean;
  onError(endpointId: string, error: unknown): void;
  /** What an endpoint carried while it was open. */
  onClosed?(endpointId: string, stats: EndpointStats): void;
}

/** Every endpoint of one owner, and what each request does with them. */
export class Endpoints {
  readonly #options: EndpointsOptions;
  readonly #all = new Map<string, Endpoint>();
  readonly #shared: SharedParts;
  readonly #recordings: Recordings;
  readonly #kept: KeptRecordings | undefined;
  readonly #streams: Streams;
  readonly #guests: Guests;
  readonly #orphans = new Orphans((endpointId) => {
    const endpoint = this.#all.get(endpointId);
    if (endpoint !== undefined) this.#close(endpoint);
  });
  readonly #everySecond: NodeJS.Timeout;
  #seconds = 0;

  constructor(options: EndpointsOptions) {
    this.#options = options;
    this.#shared = options.shared;
    const { frames } = options.shared;
    this.#recordings = new Recordings(frames, (fact) => this.#tell(fact));
    this.#kept = options.shared.own?.recordingsOf(options.node, (id) => this.#recordings.isOpen(id));
    this.#streams = new Streams(frames, (fact) => this.#tell(fact));
    this.#guests = new Guests(frames, (endpointId) => this.#all.get(endpointId));
    this.#everySecond = setInterval(() => this.#keepHouse(), 1000);
  }

  get size(): number {
    return this.#all.size;
  }

  /** Throws `MediaError`; anything else it throws is a fault of ours. */
  readonly work: Work = {
    openEndpoint: (request) => this.#open(request),
    acceptAnswer: ({ endpointId, sdp }) => ({ codec: this.#find(endpointId).acceptAnswer(sdp) }),
    answerReoffer: ({ endpointId, sdp }) => this.#find(endpointId).answer(sdp),
    reoffer: ({ endpointId, direction }) => this.#find(endpointId).offer(direction),
    bridge: ({ a, b }) => {
      const [one, other] = [this.#find(a), this.#find(b)];
      this.#unbridge(one);
      this.#unbridge(other);
      if (this.#guests.join(one, other)) return done;
      one.bridgeTo(other);
      other.bridgeTo(one);
      return done;
    },
    attach: ({ guestId, pair, heardBy }) => {
      const all = [guestId, ...pair, ...heardBy].map((each) => this.#find(each));
      if (new Set([guestId, ...pair]).size < 3) throw new MediaError('INTERNAL', 'a guest listens to two others');
      if (all[0]?.peer !== null) throw new MediaError('INTERNAL', 'a guest is with nobody else');
      this.#guests.attach(guestId, { pair, heardBy });
      return done;
    },
    detach: ({ guestId }) => {
      this.#guests.detach(guestId);
      return done;
    },
    unbridge: ({ endpointId }) => {
      this.#unbridge(this.#find(endpointId));
      return done;
    },
    startStream: async ({ endpointId, ...order }) => {
      const endpoint = this.#find(endpointId);
      this.#unbridge(endpoint);
      await this.#streams.start(endpoint, order);
      return done;
    },
    stopStream: ({ endpointId }) => {
      this.#streams.stop(endpointId);
      return done;
    },
    hold: ({ endpointId, held }) => {
      this.#find(endpointId).hold(held);
      return done;
    },
    echo: ({ endpointId, on }) => {
      this.#find(endpointId).echo(on);
      return done;
    },
    confer: ({ endpointIds, listeners, keepsKeys }) => {
      const members = [...new Set(endpointIds)].map((each) => this.#find(each));
      if (members.length < 2) throw new MediaError('INTERNAL', 'a conference has two members or more');
      for (const member of members) this.#unbridge(member);
      const silent = new Set(listeners.map((each) => this.#find(each)));
      new Conference(this.#shared.frames, members, { silent, keepsKeys });
      return done;
    },
    play: async ({ endpointId, sound }) => {
      this.#find(endpointId); // an unknown endpoint is told before a bad file
      const made = await this.#makeSound(sound);
      this.#all.get(endpointId)?.play(made);
      return done;
    },
    startRecording: async ({ endpointId, ...order }) => {
      await this.#startRecording(endpointId, order);
      return done;
    },
    pauseRecording: ({ endpointId, recordingId, paused }) => {
      this.#find(endpointId);
      this.#recordings.pause(endpointId, recordingId, paused);
      return done;
    },
    stopRecording: ({ endpointId, recordingId }) => {
      this.#find(endpointId);
      this.#recordings.stop(endpointId, recordingId);
      return done;
    },
    moveRecording: ({ from, to }) => {
      this.#recordings.move(this.#find(from).endpointId, this.#find(to));
      return done;
    },
    putSound: async (piece) => {
      await this.#own().sounds.put(this.#options.node, piece);
      return done;
    },
    listRecordings: ({ after }) => this.#keptHere().list(after),
    readRecording: (piece) => this.#keptHere().read(piece),
    sumRecording: ({ recordingId }) => this.#keptHere().sum(recordingId),
    dropRecording: async ({ recordingId }) => {
      await this.#keptHere().drop(recordingId);
      return done;
    },
    list: () => ({ endpointIds: [...this.#all.keys()] }),
    adopt: ({ endpointIds }) => {
      const wanted = new Set(endpointIds);
      for (const [id, endpoint] of this.#all) if (!wanted.has(id)) this.#close(endpoint);
      this.#tellMissed();
      return { alive: [...this.#all.keys()] };
    },
    sendDtmf: ({ endpointId, digits }) => {
      this.#find(endpointId).sendDtmf(digits);
      return done;
    },
    stats: ({ endpointId }) => this.#find(endpointId).stats(),
    close: ({ endpointId }) => {
      const endpoint = this.#all.get(endpointId);
      if (endpoint !== undefined) this.#close(endpoint); // closed twice is closed
      return done;
    },
    closeAll: () => {
      for (const endpoint of this.#all.values()) this.#close(endpoint);
      this.#tellMissed();
      return done;
    },
  };

  /** The owner is not connected any longer, or another carrier of it has come: what happens from here on is kept for the next client, for a minute. */
  signallingLost(): void {
    this.#orphans.leave(this.#all.keys());
    this.#streams.signallingLost();
  }

  /** Facts that were told, and perhaps not heard: the next client hears them once it has adopted. */
  missed(facts: readonly MediaFact[]): void {
    this.#orphans.keepBefore(facts);
  }

  /** Ends everything, the housekeeping too; resolves once what was recorded is on the disk. */
  async stop(): Promise<void> {
    clearInterval(this.#everySecond);
    this.#orphans.stop();
    for (const endpoint of this.#all.values()) this.#close(endpoint);
    await Promise.all([this.#recordings.settled(), this.#streams.settled()]);
  }

  async #open(request: Params<'openEndpoint'>): Promise<Result<'openEndpoint'>> {
    const { endpointId, kind, offer, codecs = ['opus', 'G722', 'PCMU', 'PCMA'] } = request;
    if (this.#all.has(endpointId)) throw new MediaError('INTERNAL', `endpoint ${endpointId} is open already`);
    const identity = {
      sessionId: (randomBytes(8).readBigUInt64BE() >> 1n).toString(), // RFC 8829 §5.2.1: 63 random bits
      ssrc: randomInt(1, 0x1_0000_0000),
    };
    const session = newSession(kind, codecs, identity, kind === 'rtp' ? request.srtp : 'off');
    const endpoint =
      kind === 'webrtc' ? this.#openWebRtc(endpointId, session) : await this.#openRtp(endpointId, session, request);
    try {
      const { sdp, codec } = offer === undefined ? endpoint.offer('sendrecv') : endpoint.answer(offer);
      this.#all.set(endpointId, endpoint);
      return codec === undefined ? { sdp } : { sdp, codec };
    } catch (error) {
      endpoint.close();
      throw error;
    }
  }

  #openWebRtc(endpointId: string, session: Session): Endpoint {
    const { settings } = this.#shared;
    const rules = { host: settings.host, publicAddresses: settings.publicAddresses };
    const open = (events: TransportEvents) =>
      new WebRtcTransport(
        endpointId,
        {
          port: settings.mediaPort,
          ...(!isWildcard(settings.host) && { bindAddress: settings.host }),
          candidates: () => hostCandidates(ownAddresses(rules), settings.mediaPort),
          address: () => ownAddresses(rules)[0] ?? '127.0.0.1',
        },
        events,
      );
    return new Endpoint(endpointId, session, this.#context(), open);
  }

  async #openRtp(endpointId: string, session: Session, request: Params<'openEndpoint'>): Promise<Endpoint> {
    const { host, publicAddresses } = this.#shared.settings;
    const address = await addressTowards({ host, publicAddresses }, request.farAddress);
    const bindAddress = isWildcard(host) || !isLoopback(host) ? wildcardFor(address, host) : host;
    const ports = await this.#shared.ports.open(bindAddress, request.emergency === true ? 'emergency' : 'ordinary');
    const secure = new SecureRtp(session.srtp);
    const far = { kind: request.far ?? 'device', signalledFrom: request.farAddress };
    const open = (events: TransportEvents) => new RtpTransport(ports, address, far, secure, events);
    return new Endpoint(endpointId, session, this.#context(), open);
  }

  #context(): EndpointContext {
    return {
      ticker: this.#shared.ticker,
      announce: (fact) => this.#tell(fact),
      onError: (endpointId, error) => this.#options.onError(endpointId, error),
    };
  }

  #tell(fact: MediaFact): void {
    const isUnknown = fact.type !== 'lost' && this.#orphans.has(fact.endpointId);
    if (isUnknown || !this.#options.announce(fact)) this.#orphans.keep(fact);
  }

  /** After the reply to the request that ended the waiting, so that who asked knows its endpoints first. */
  #tellMissed(): void {
    const missed = this.#orphans.end(new Set(this.#all.keys()));
    setImmediate(() => {
      for (const fact of missed) this.#tell(fact);
    });
  }

  #find(endpointId: string): Endpoint {
    const endpoint = this.#all.get(endpointId);
    if (endpoint === undefined) throw new MediaError('NO_SUCH_ENDPOINT', `no endpoint ${endpointId}`);
    return endpoint;
  }

  async #makeSound(sound: Params<'play'>['sound']): Promise<MadeSound | null> {
    if (sound === null) return null;
    if (typeof sound === 'string') return toneSound(sound);
    const { own, files } = this.#shared;
    if (!own) return (await files.open(sound.file)).sound(sound.loop);
    const { content } = sound;
    // A path of another disk means nothing here.
    if (!content) throw new MediaError('BAD_SOUND_FILE', 'a media host plays sounds by their content');
    const file = await files.open(await own.sounds.find(content));
    if (content.passing) await own.sounds.drop(content);
    return file.sound(sound.loop);
  }

  /** A media host has a place of its own for the file, and keeps it until a carrier has fetched it. */
  async #startRecording(
    endpointId: string,
    { place, ...order }: Omit<Params<'startRecording'>, 'endpointId'>,
  ): Promise<void> {
    const endpoint = this.#find(endpointId);
    if (!this.#kept) return await this.#recordings.start(endpoint, order);
    const { recordingId } = order;
    const path = await this.#kept.begin({ recordingId, endpointId, place });
    try {
      await this.#recordings.start(endpoint, { ...order, path });
    } catch (error) {
      await this.#kept.giveUp(recordingId);
      throw error;
    }
  }

  #own(): OwnFolder {
    const { own } = this.#shared;
    if (!own) throw new MediaError('INTERNAL', 'this media process shares the disk of its carriers');
    return own;
  }

  #keptHere(): KeptRecordings {
    if (!this.#kept) throw new MediaError('NO_SUCH_RECORDING', 'this media process keeps no recordings');
    return this.#kept;
  }

  #unbridge(endpoint: Endpoint): void {
    endpoint.peer?.bridgeTo(null);
    endpoint.bridgeTo(null);
    endpoint.conference?.leave(endpoint);
    this.#streams.stop(endpoint.endpointId);
  }

  #close(endpoint: Endpoint): void {
    this.#guests.closed(endpoint.endpointId);
    this.#all.delete(endpoint.endpointId);
    this.#recordings.stopAll(endpoint.endpointId);
    this.#unbridge(endpoint);
    this.#options.onClosed?.(endpoint.endpointId, endpoint.stats());
    endpoint.close();
  }

  #keepHouse(): void {
    this.#seconds += 1;
    const isReportTime = this.#seconds % reportEverySeconds === 0;
    const now = performance.now();
    for (const endpoint of this.#all.values()) {
      try {
        endpoint.settle(now);
        if (isReportTime) endpoint.report(now);
      } catch (error) {
        this.#options.onError(endpoint.endpointId, error);
      }
    }
  }
}

/** Where to bind for an address of ours: everything of its family, unless the settings name one address. */
function wildcardFor(address: string, host: string): string {
  if (!isWildcard(host)) return host;
  return isIPv6(address) ? '::' : '0.0.0.0';
}
