import type { SrtpPolicy, SrtpSuite } from './sdes.ts';

export type { SrtpPolicy };

/**
 * Media as the exchange sees it: ids and plain data in, facts out. Served by the media processes of this
 * machine, by a fake in tests, later by an external media server. Each node has its own endpoints, of which others know nothing.
 *
 * A leg that takes another's place (Replaces, a new page) gets an endpoint of its own: `openEndpoint`, then `bridge` or
 * `confer` with those the old one was with, then `moveRecording`, then `close` the old one. Nobody else notices.
 * Nothing is remembered of `hold`, `echo` and `play`: the new endpoint begins without them.
 */
export interface Media {
  /**
   * Opens an endpoint. `webrtc` speaks ICE and DTLS-SRTP, `rtp` plain RTP. With `offer` the endpoint waits for
   * `answer()`-less completion: the reply's `sdp` is our answer, restricted to `codec` when that is given and offered.
   * Without `offer` the reply's `sdp` is our offer; give the far side's answer to `acceptAnswer`.
   */
  openEndpoint(request: OpenEndpoint): Promise<EndpointSdp>;
  /** The far side's answer to our offer. Throws `MediaError` NO_COMMON_CODEC or BAD_SDP. */
  acceptAnswer(endpointId: string, sdp: string): Promise<{ codec: Codec }>;
  /**
   * A new offer inside the call (re-INVITE, hold, ICE restart): our answer with the same session id, version raised.
   * The offered direction is obeyed: towards a far side that is `sendonly` or `inactive` nothing is sent.
   */
  answerReoffer(endpointId: string, offer: string): Promise<EndpointSdp & { farDirection: Direction }>;
  /** Our own new offer, e.g. to put the far side on hold; finish with `acceptAnswer`. */
  reoffer(endpointId: string, direction: Direction): Promise<EndpointSdp>;
  /**
   * Forwards audio between two endpoints, both ways. Same codec: untouched; different: transcoded. Ends earlier bridges
   * of both. Digits are ended here and made again towards the other side by the media process itself: the `dtmf` fact is
   * for the exchange to know, never to send on.
   */
  bridge(a: string, b: string): Promise<void>;
  /** Ends the endpoint's bridge or stream, or its part in a conference; the other side stays open and hears nothing. */
  unbridge(endpointId: string): Promise<void>;
  /**
   * Mixes these endpoints, two or more: each hears the sum of the others, never itself. Ends earlier bridges and
   * conferences of all of them. A held member neither hears nor is heard. With two left it goes on as a conference.
   */
  confer(endpointIds: readonly string[], how?: ConferenceHow): Promise<void>;
  /**
   * Lets a guest, an endpoint that is with nobody, hear two others while those are joined with each other alone; those of
   * them in `heardBy` hear the guest as well. Asked again for the same guest, that counts from then on. A recording of the
   * two has the guest only while both hear them, and digits of a guest are passed to nobody.
   */
  attach(guestId: string, visit: GuestVisit): Promise<void>;
  /** The guest hears nobody any longer, and the two are joined as before. Nothing happens where it is no guest. */
  detach(guestId: string): Promise<void>;
  /** While held nothing is forwarded from or to this endpoint, whatever it is bridged with. Tones still play. */
  hold(endpointId: string, held: boolean): Promise<void>;
  /** Sends the endpoint its own audio back (the echo test). */
  echo(endpointId: string, on: boolean): Promise<void>;
  /**
   * Plays a sound towards the endpoint until another one or `null`; `confirmation` is over by itself after its beeps,
   * a file that does not loop after its end. Meanwhile nothing else is heard there. Each end by itself is told as the
   * fact `played`. Throws `MediaError` BAD_SOUND_FILE, also where the file does not reach a media process of another machine
   * within three seconds, and then what played before goes on.
   */
  play(endpointId: string, sound: Sound | null): Promise<void>;
  /**
   * Connects the endpoint with a program elsewhere that speaks Twilio's Media Streams messages over a WebSocket: it hears
   * what comes from the endpoint, and the endpoint hears what it sends. Ends bridge and conference of the endpoint. Fulfils
   * once the connection is open and `start` is sent; throws `MediaError` STREAM_REFUSED where that takes longer than 2 s or
   * fails, also at the second try. One stream per endpoint; closing the endpoint ends it with `stop`.
   */
  startStream(endpointId: string, stream: StreamOrder): Promise<void>;
  /** Sends `stop` and closes the connection. No fact follows. Nothing happens where there is no stream. */
  stopStream(endpointId: string): Promise<void>;
  /**
   * Begins a recording of this endpoint: 16 kHz, left what comes from it, right what it would hear of others without
   * tones, prompts and music; a pause is left out, any other gap is silence by the wall clock. The file at `path` (WAV,
   * in a folder that exists) grows while the call runs and can be read up to its last second after kill -9; `repairWav`
   * makes its header count every sample. Closing the endpoint stops it. While either side is held there is silence. A
   * disk that fails later is told as `recordingFailed`, and the call goes on. Throws `MediaError` CANNOT_RECORD where
   * the file can't be made, also when it is there already.
   */
  startRecording(endpointId: string, recording: RecordingOrder): Promise<void>;
  /** Throws `MediaError` NO_SUCH_RECORDING, as `stopRecording` does. */
  pauseRecording(endpointId: string, recordingId: string, paused: boolean): Promise<void>;
  /** The fact `recorded` follows once the file is complete. */
  stopRecording(endpointId: string, recordingId: string): Promise<void>;
  /**
   * The recordings of one endpoint go on at another, in the same files: when a leg is swapped (Replaces), after the new
   * endpoint is bridged and before the old one is closed. They are paused and stopped at the new endpoint from then on.
   */
  moveRecording(fromEndpointId: string, toEndpointId: string): Promise<void>;
  /**
   * After a restart of signalling: these endpoints go on as they are, all others of the owner are closed. Gives those that live.
   * Endpoints that nobody adopts within 60 s of the loss of signalling close by themselves. What was missed is told after
   * the reply: every `recorded` and `recordingFailed`, and of endpoints that live the rest, except digits. Until then a
   * fresh client hears nothing of endpoints it didn't open. Ask this before anything else, or `closeAll` instead.
   */
  adopt(endpointIds: readonly string[]): Promise<readonly string[]>;
  /** RFC 4733 events in the clock of the chosen codec; `digits` are 0-9 * # A-D, 100 ms each with 70 ms between. */
  sendDtmf(endpointId: string, digits: string): Promise<void>;
  stats(endpointId: string): Promise<EndpointStats>;
  close(endpointId: string): Promise<void>;
  /** Ends every endpoint of the owner; new signalling calls it before it answers its first request. */
  closeAll(): Promise<void>;
  /** Facts from the media process; returns the way to stop listening. */
  onFact(listener: (fact: MediaFact) => void): () => void;
}

/** Whom a guest listens to, and which of them hear the guest. */
export interface GuestVisit {
  readonly pair: readonly [string, string];
  readonly heardBy: readonly string[];
}

/** Which members of a conference are heard. */
export interface ConferenceHow {
  /** They hear the others and are heard by nobody: neither their voice nor their keys. */
  readonly listeners?: readonly string[];
  /** Keys of members are for the exchange alone, and no other member hears them. */
  readonly keepsKeys?: boolean;
}

/** What a recording writes, and where. */
export interface RecordingOrder {
  readonly recordingId: string;
  readonly path: string;
  /** Who is recorded; the other channel is silence. Both when left out. */
  readonly speakers?: readonly Speaker[] | undefined;
}

/** Whom a stream connects with, and what its `start` message says. */
export interface StreamOrder {
  readonly streamId: string;
  /** `wss:`, or `ws:` where the operator allows it. */
  readonly url: string;
  /** The addresses that were checked: connected to in turn, whatever the name leads to by now. */
  readonly addresses: readonly string[];
  /** Sent with the upgrade, such as `X-Twilio-Signature`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly accountSid: string;
  readonly callSid: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** `USER`: whose leg is recorded. `REMOTE`: everybody else. */
export type Speaker = 'USER' | 'REMOTE';

export type Codec = 'opus' | 'G722' | 'PCMU' | 'PCMA';
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
/** German cadences at 425 Hz. `confirmation` is three short beeps. */
export type Tone = 'ringback' | 'busy' | 'congestion' | 'confirmation';

/** A tone, or a file of the data folder or the program: 16-bit mono WAV of 8, 16 or 48 kHz. */
export type Sound = Tone | { readonly file: string; readonly loop: boolean };

export interface OpenEndpoint {
  readonly endpointId: string;
  readonly kind: 'webrtc' | 'rtp';
  readonly offer?: string;
  /** Codecs to offer or accept, best first. Default: opus, G722, PCMU, PCMA. */
  readonly codecs?: readonly Codec[];
  /** For `rtp`: the address the far side signals from, which chooses our address in the SDP. */
  readonly farAddress?: string;
  /** For `rtp`: a trunk's audio is taken from its own addresses only, a device's may come through NAT; else a device. */
  readonly far?: 'device' | 'trunk';
  /** For `rtp`: may use the ports that are kept for emergency calls. */
  readonly emergency?: true;
  /** For `rtp`; `off` when left out. */
  readonly srtp?: SrtpPolicy;
  /** Endpoints of the same call: where there are several media processes, it is opened beside the first that lives. */
  readonly beside?: readonly string[];
}

export interface EndpointSdp {
  readonly sdp: string;
  /** The codec agreed on; absent while our offer waits for its answer. */
  readonly codec?: Codec;
}

export interface EndpointStats {
  /** Absent before it is agreed on. */
  readonly codec?: Codec;
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Packets lost on the way to us, and on the way to the far side as its RTCP reports tell. */
  readonly lostIn: number;
  readonly lostOut: number;
  /** Interarrival jitter of RFC 3550 §6.4.1, seconds. */
  readonly jitterIn: number;
  /** The same of our stream as the far side reports it; absent before the first report. */
  readonly jitterOut?: number;
  /**
   * Loudest sample from there, and of those who are heard there, 0 to 1, by a look at some packets every two seconds:
   * tells a voice from silence. Tones, prompts and music don't count.
   */
  readonly levelIn: number;
  readonly levelOut: number;
  /** Seconds to the far side and back by its RTCP reports (RFC 3550 §6.4.1); absent before the first. */
  readonly roundTrip?: number;
  /** Once it is agreed that the audio of plain RTP is encrypted. */
  readonly srtp?: SrtpStats;
  /** Absent while nobody did. */
  readonly strangers?: Strangers;
}

/** Packets of plain RTP and RTCP that somebody else sent to the endpoint's ports before its source was settled. */
export interface Strangers {
  readonly packets: number;
  /** Address that the first of them came from. */
  readonly first: string;
}

/** Packets of an encrypted stream. `rejected` are those that were not the far side's, were changed or came again. */
export interface SrtpStats {
  readonly suite: SrtpSuite;
  readonly sent: number;
  readonly received: number;
  readonly rejected: number;
}

export type MediaFact =
  /** `webrtc`: ICE and DTLS are through; `rtp`: the first valid packet came and its source is locked. */
  | { readonly type: 'connected'; readonly endpointId: string }
  /**
   * No audio any more: the far side has been away for 30 s, or found no path. A page that reloads or changes its network
   * is away only for a moment and comes back by `answerReoffer`, which is no failure. The same goes for a first handshake
   * that fails, where a second one succeeds within 15 s.
   */
  | { readonly type: 'failed'; readonly endpointId: string; readonly why: string }
  | { readonly type: 'dtmf'; readonly endpointId: string; readonly digit: string; readonly durationMs: number }
  /** A sound ended by itself. */
  | { readonly type: 'played'; readonly endpointId: string }
  /** The file is complete, and here. `path` as it was asked for; told for every recording that began, whatever ended it. */
  | {
      readonly type: 'recorded';
      readonly endpointId: string;
      readonly recordingId: string;
      readonly path: string;
      readonly durationMs: number;
    }
  | {
      readonly type: 'recordingFailed';
      readonly endpointId: string;
      readonly recordingId: string;
      readonly why: string;
    }
  /**
   * A stream ended by itself. `closed`: the far side closed it on purpose, with code 1000 or none, and all of it was
   * played; everything else is `failed`.
   */
  | {
      readonly type: 'streamEnded';
      readonly endpointId: string;
      readonly streamId: string;
      readonly end: 'closed' | 'failed';
      readonly why: string;
    }
  /** A media process died or was restarted: these endpoints, all when left out, do not exist any more. */
  | { readonly type: 'lost'; readonly endpointIds?: ReadonlySet<string> };

export type MediaErrorCode =
  | 'NO_SUCH_ENDPOINT'
  | 'NO_COMMON_CODEC'
  | 'BAD_SDP'
  /** A sound file that can't be played; the message says what is wrong with it. */
  | 'BAD_SOUND_FILE'
  /** The media process has not got the sound; `MediaClient` gives it, and nobody else hears of this. */
  | 'SOUND_WANTED'
  /** A recording that can't begin: its file can't be made, or its id is taken. */
  | 'CANNOT_RECORD'
  | 'NO_SUCH_RECORDING'
  /** The program that an endpoint was to be connected with could not be reached, or did not want the connection. */
  | 'STREAM_REFUSED'
  /** Every RTP port is taken, or what is left is kept for emergency calls. */
  | 'NO_FREE_PORT'
  | 'MEDIA_UNAVAILABLE'
  /** Another carrier has taken over the node: this one may order nothing any longer. */
  | 'OUTLIVED'
  | 'INTERNAL';

/** The carrier of a node that orders; of two with the same node the higher epoch counts. */
export interface MediaOwner {
  readonly node: string;
  readonly epoch: number;
}

/** One media process as `/metrics` shows it. */
export interface MediaFigures {
  /** Endpoints of every owner. */
  readonly endpoints: number;
  /** Pairs of RTP ports that are in use. */
  readonly portsTaken: number;
  readonly cpuSeconds: number;
  /** The longest that its event loop was late since the last question. */
  readonly loopLagSeconds: number;
}

/** Whether this endpoint was in a media process that is lost. */
export const isLost = ({ endpointIds }: Extract<MediaFact, { type: 'lost' }>, endpointId: string): boolean =>
  endpointIds?.has(endpointId) ?? true;

export class MediaError extends Error {
  readonly code: MediaErrorCode;
  constructor(code: MediaErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MediaError';
    this.code = code;
  }
}
