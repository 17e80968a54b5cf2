import type { Codec, Direction, SrtpPolicy } from './media.ts';
import { MediaError } from './media.ts';
import { answeredCrypto, type CryptoChoice, chooseCrypto, cryptoToOffer, policyNow } from './sdes.ts';
import type { AudioDescription, PayloadType } from './sdp.ts';
import { clockOf, readSdp } from './sdp.ts';
import type { LocalTransport } from './sdp-write.ts';
import { writeSdp } from './sdp-write.ts';

/**
 * One offer/answer session (RFC 3264) as plain data: pure, so that the media process and the fake agree on every
 * rule. Each function gives the next state.
 */
export interface Session {
  readonly kind: 'webrtc' | 'rtp';
  readonly sessionId: string;
  readonly ssrc: number;
  /** Version of the description we sent last; 0 before the first. */
  readonly version: number;
  /** Codecs we accept, best first. */
  readonly allowed: readonly Codec[];
  /** What we want: a re-offer of ours changes it, and answers stay within it. */
  readonly wanted: Direction;
  /** Payload types in the description we sent last; they never change their meaning inside a session. */
  readonly ours: readonly PayloadType[];
  readonly ourTelephoneEvents: readonly { readonly payloadType: number; readonly clock: number }[];
  /** Whether plain RTP is encrypted. */
  readonly srtp: SrtpPolicy;
  /** The crypto line in use (RFC 4568); with it, `far.crypto` holds that line and no other. */
  readonly crypto?: CryptoChoice;
  readonly far?: AudioDescription;
  readonly agreed?: Agreed;
}

/** What both sides agreed on. */
export interface Agreed {
  readonly codec: Codec;
  readonly sendPayloadType: number;
  /** Codec of each payload type that the far side may send. */
  readonly receive: ReadonlyMap<number, Codec>;
  readonly telephoneEvent?: { readonly sendPayloadType: number; readonly clock: number };
  /** Payload types of telephone-event the far side may send, with their clocks. */
  readonly receiveEvents: ReadonlyMap<number, number>;
  /** The far side's word on direction, seen from there. */
  readonly farDirection: Direction;
  readonly maySend: boolean;
  readonly mayReceive: boolean;
}

const offeredPayloadType: Readonly<Record<Codec, number>> = { opus: 111, G722: 9, PCMU: 0, PCMA: 8 };
const offeredEvents = [
  { payloadType: 110, clock: 48000 },
  { payloadType: 101, clock: 8000 },
];

/** A session that has said nothing yet. */
export function newSession(
  kind: 'webrtc' | 'rtp',
  allowed: readonly Codec[],
  identity: { readonly sessionId: string; readonly ssrc: number },
  srtp: SrtpPolicy = 'off',
): Session {
  return { kind, ...identity, srtp, allowed, version: 0, wanted: 'sendrecv', ours: [], ourTelephoneEvents: [] };
}

/** Our offer: the first one lists every codec, later ones the agreed codec alone, so that a hold never changes it. */
export function makeOffer(session: Session, wanted: Direction, transport: LocalTransport): [Session, string] {
  const codec = session.agreed?.codec;
  const ours =
    codec === undefined
      ? session.allowed.map((each) => ({ codec: each, payloadType: offeredPayloadType[each] }))
      : session.ours.filter((entry) => entry.codec === codec);
  const ourTelephoneEvents = eventsFor(
    ours,
    session.ourTelephoneEvents.length > 0 ? session.ourTelephoneEvents : offeredEvents,
  );
  const next = { ...session, wanted, ours, ourTelephoneEvents, version: session.version + 1 };
  return [next, write(next, wanted, transport, cryptoToOffer(session))];
}

/** Takes the far side's offer. Throws `MediaError` BAD_SDP or NO_COMMON_CODEC, and then nothing has changed. */
export function takeOffer(session: Session, sdp: string): Session {
  const far = withCrypto(readSdp(sdp, session.kind, policyNow(session)), (lines) => chooseCrypto(session, lines));
  const chosen = choose(session, far);
  const exact = far.telephoneEvents.filter((event) => event.clock === clockOf[chosen.codec]);
  const ourTelephoneEvents = (exact.length > 0 ? exact : far.telephoneEvents).slice(0, 1);
  const next = { ...session, far, ...cryptoIn(far), ours: [chosen], ourTelephoneEvents };
  return { ...next, agreed: agree(next, far, chosen) };
}

/** Our answer to the offer taken last, with the version raised. */
export function makeAnswer(session: Session, transport: LocalTransport): [Session, string] {
  const next = { ...session, version: session.version + 1 };
  const far = session.agreed?.farDirection ?? 'sendrecv';
  const crypto = session.crypto === undefined ? [] : [session.crypto];
  return [next, write(next, within(session.wanted, far), transport, crypto)];
}

/** Takes the far side's answer to our offer. Throws `MediaError` BAD_SDP or NO_COMMON_CODEC. */
export function takeAnswer(session: Session, sdp: string): Session {
  if (session.version === 0) throw new MediaError('BAD_SDP', 'an answer without an offer');
  const asked = cryptoToOffer(session);
  const far = withCrypto(readSdp(sdp, session.kind, asked.length === 0 ? 'off' : policyNow(session)), (lines) =>
    answeredCrypto(asked, lines),
  );
  if (policyNow(session) === 'require' && far.crypto.length === 0) {
    throw new MediaError('NO_COMMON_CODEC', 'the answer has none of the offered crypto lines');
  }
  if (far.ice?.setup === 'actpass') throw new MediaError('BAD_SDP', 'an answer must choose its DTLS role');
  const chosen = far.codecs.find((entry) => session.ours.some((our) => our.codec === entry.codec));
  if (chosen === undefined) throw new MediaError('NO_COMMON_CODEC', 'the answer has none of the offered codecs');
  const ours = session.ours.filter((our) => far.codecs.some((entry) => entry.codec === our.codec));
  const next = { ...session, far, ...cryptoIn(far), ours };
  return { ...next, agreed: agree(next, far, chosen) };
}

/** The far side's description with the one crypto line that counts, or none. */
function withCrypto(
  far: AudioDescription,
  pick: (lines: AudioDescription['crypto']) => AudioDescription['crypto'][number] | undefined,
): AudioDescription {
  const line = pick(far.crypto);
  return { ...far, crypto: line === undefined ? [] : [line] };
}

function cryptoIn({ crypto: [line] }: AudioDescription): { crypto?: CryptoChoice } {
  return line === undefined ? {} : { crypto: { tag: line.tag, suite: line.suite } };
}

/** Whether this offer restarts ICE (RFC 8839 §4.4.1.1.1): new credentials for a session that has some. */
export function restartsIce(before: AudioDescription | undefined, now: AudioDescription): boolean {
  if (before?.ice === undefined || now.ice === undefined) return false;
  return before.ice.ufrag !== now.ice.ufrag || before.ice.password !== now.ice.password;
}

function choose(session: Session, { codecs: offered, telephoneEvents }: AudioDescription): PayloadType {
  const current = session.agreed?.codec;
  // A far side that offers no telephone-event sends keys as tones and hears ours as such, for which G.711 is the surest.
  const allowed =
    telephoneEvents.length > 0 ? session.allowed : session.allowed.toSorted((one, other) => wide(one) - wide(other));
  const order = current === undefined ? allowed : [current, ...allowed];
  for (const codec of order) {
    const found = offered.find((entry) => entry.codec === codec);
    if (found !== undefined) return found;
  }
  throw new MediaError('NO_COMMON_CODEC', 'the offer has none of our codecs');
}

const wide = (codec: Codec): number => Number(codec === 'G722');

function agree(session: Session, far: AudioDescription, chosen: PayloadType): Agreed {
  const receive = new Map<number, Codec>();
  // Some devices send with the numbers of their own description instead of ours; ours win where both are taken.
  for (const { codec, payloadType } of [...far.codecs, ...session.ours]) {
    if (session.ours.some((our) => our.codec === codec)) receive.set(payloadType, codec);
  }
  const receiveEvents = new Map<number, number>();
  for (const { payloadType, clock } of [...far.telephoneEvents, ...session.ourTelephoneEvents]) {
    if (!receive.has(payloadType)) receiveEvents.set(payloadType, clock);
  }
  const events = far.telephoneEvents;
  const event = events.find((each) => each.clock === clockOf[chosen.codec]) ?? events[0];
  // RFC 2543 held by an unspecified address instead of a direction; phones still do.
  const silenced = far.kind === 'rtp' && (far.address === '0.0.0.0' || far.address === '::');
  const farDirection = silenced && far.direction === 'sendrecv' ? 'sendonly' : far.direction;
  const ours = within(session.wanted, farDirection);
  return {
    codec: chosen.codec,
    sendPayloadType: chosen.payloadType,
    receive,
    receiveEvents,
    ...(event !== undefined && { telephoneEvent: { sendPayloadType: event.payloadType, clock: event.clock } }),
    farDirection,
    maySend: ours === 'sendrecv' || ours === 'sendonly',
    mayReceive: ours === 'sendrecv' || ours === 'recvonly',
  };
}

/** Our direction where we want `wanted` and the far side allows `far`, which is seen from there (RFC 3264 §6.1). */
export function within(wanted: Direction, far: Direction): Direction {
  const send = wanted.startsWith('send') && (far === 'sendrecv' || far === 'recvonly');
  const receive = wanted.endsWith('recv') || wanted === 'recvonly';
  const heard = receive && far.startsWith('send');
  if (send) return heard ? 'sendrecv' : 'sendonly';
  return heard ? 'recvonly' : 'inactive';
}

function eventsFor(codecs: readonly PayloadType[], events: Session['ourTelephoneEvents']) {
  const clocks = new Set<number>(codecs.map((entry) => clockOf[entry.codec]));
  const exact = events.filter((event) => clocks.has(event.clock));
  return exact.length > 0 ? exact : events;
}

function write(
  session: Session,
  direction: Direction,
  transport: LocalTransport,
  crypto: readonly CryptoChoice[],
): string {
  return writeSdp({
    kind: session.kind,
    sessionId: session.sessionId,
    version: session.version,
    direction,
    codecs: session.ours,
    telephoneEvents: session.ourTelephoneEvents,
    transport,
    ssrc: session.ssrc,
    mid: session.far?.mid ?? '0',
    crypto,
    mustEncrypt: session.srtp === 'require',
    ...(session.far !== undefined && { shape: session.far }),
  });
}
