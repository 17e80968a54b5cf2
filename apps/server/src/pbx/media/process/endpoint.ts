import type { Codec, Direction, EndpointSdp, EndpointStats, MediaFact } from '../media.ts';
import type { Agreed, Session } from '../negotiation.ts';
import { makeAnswer, makeOffer, restartsIce, takeAnswer, takeOffer } from '../negotiation.ts';
import { clockOf } from '../sdp.ts';
import { DtmfReceiver } from './audio/dtmf.ts';
import { FrameEncoder } from './audio/frame-encoder.ts';
import { isLaw } from './audio/g711.ts';
import { IncomingAudio } from './audio/incoming-audio.ts';
import { KeyToneReceiver } from './audio/key-tones.ts';
import { LevelMeter } from './audio/level-meter.ts';
import { crossLaws, mustTranscode, Transcoder } from './audio/transcoder.ts';
import type { Conference, ConferenceMember } from './conference.ts';
import type { MadeSound } from './sound-file.ts';
import { SoundMaker } from './sound-maker.ts';
import type { Stream } from './streams/stream.ts';
import type { Ticker } from './ticker.ts';
import { RtcpSession } from './wire/rtcp.ts';
import type { RtpHeader } from './wire/rtp-receiver.ts';
import { emptyHeader, isRtcp, RtpReceiver, readRtp } from './wire/rtp-receiver.ts';
import { RtpSender } from './wire/rtp-sender.ts';
import type { Transport, TransportEvents } from './wire/transport.ts';

export interface EndpointContext {
  readonly ticker: Ticker;
  announce(fact: MediaFact): void;
  /** Something of one endpoint went wrong in a way nobody foresaw; the others go on. */
  onError(endpointId: string, error: unknown): void;
}

/** Decoding code asks for every frame; this long after the last request, nothing decodes any longer. */
const forgottenMs = 1000;

/** One leg's media: its negotiation, its two RTP streams, and where its sound goes. */
export class Endpoint implements ConferenceMember {
  readonly endpointId: string;
  readonly #context: EndpointContext;
  readonly #transport: Transport;
  readonly #receiver = new RtpReceiver();
  readonly #sender: RtpSender;
  readonly #rtcp = new RtcpSession();
  readonly #dtmf: DtmfReceiver;
  readonly #keyTones: KeyToneReceiver;
  readonly #sounds: SoundMaker;
  readonly #meter = new LevelMeter();
  readonly #header: RtpHeader = emptyHeader();
  #session: Session;
  /** Our offer that waits for its answer. */
  #offered: Session | undefined;
  #agreed: Agreed | undefined;
  #peer: Endpoint | null = null;
  #isHeld = false;
  #isEcho = false;
  #conference: Conference | null = null;
  #stream: Stream | null = null;
  #transcoder: Transcoder | undefined;
  /** Decoded only while somebody mixes or records it. */
  #audio: IncomingAudio | undefined;
  #encoder: FrameEncoder | undefined;
  #undecodable = 0;

  constructor(
    endpointId: string,
    session: Session,
    context: EndpointContext,
    openTransport: (events: TransportEvents) => Transport,
  ) {
    this.endpointId = endpointId;
    this.#session = session;
    this.#context = context;
    this.#transport = openTransport({
      onPacket: (packet) => this.#guard(packet),
      onConnected: () => context.announce({ type: 'connected', endpointId }),
      onFailed: (why) => context.announce({ type: 'failed', endpointId, why }),
      onError: (error) => context.onError(endpointId, error),
      expects: (payloadType) => this.#expects(payloadType),
    });
    this.#sender = new RtpSender(session.ssrc, (packet) => this.#transport.send(packet));
    this.#sounds = new SoundMaker(this.#sender, context.ticker, (error) => context.onError(endpointId, error));
    this.#dtmf = new DtmfReceiver((digit, durationMs) => this.#heardDigit(digit, durationMs));
    this.#keyTones = new KeyToneReceiver((digit, durationMs) => this.#heardDigit(digit, durationMs));
  }

  offer(direction: Direction): EndpointSdp {
    const [offered, sdp] = makeOffer(this.#session, direction, this.#transport.offer());
    this.#offered = offered;
    // The number is used up even if the far side refuses.
    this.#session = { ...this.#session, version: offered.version };
    const codec = offered.agreed?.codec;
    return codec === undefined ? { sdp } : { sdp, codec };
  }

  answer(offer: string): EndpointSdp & { farDirection: Direction; codec: Codec } {
    const taken = takeOffer(this.#session, offer);
    const far = taken.far;
    const agreed = taken.agreed;
    if (far === undefined || agreed === undefined) throw new TypeError('an offer that was taken has both');
    const transport = this.#transport.answer(far, restartsIce(this.#session.far, far));
    const [session, sdp] = makeAnswer(taken, transport);
    this.#offered = undefined;
    this.#agree(session);
    return { sdp, codec: agreed.codec, farDirection: agreed.farDirection };
  }

  acceptAnswer(sdp: string): Codec {
    const session = takeAnswer(this.#offered ?? this.#session, sdp);
    if (session.far !== undefined) this.#transport.acceptAnswer(session.far);
    this.#offered = undefined;
    this.#agree(session);
    return session.agreed?.codec ?? 'opus';
  }

  /** Sends this endpoint's sound to `peer` and nowhere else; null ends that. */
  bridgeTo(peer: Endpoint | null): void {
    this.#peer = peer;
    this.#transcoder = undefined;
  }

  get peer(): Endpoint | null {
    return this.#peer;
  }

  /** Hears a program instead of somebody else; null ends that. */
  joinStream(stream: Stream | null): void {
    this.#stream = stream;
    this.#encoder = undefined;
  }

  enter(conference: Conference | null): void {
    this.#conference = conference;
    this.#encoder = undefined;
  }

  get conference(): Conference | null {
    return this.#conference;
  }

  speech(tick: number, now: number): Int16Array | null {
    this.#audio ??= new IncomingAudio(now, (error) => this.#reportUndecodable(error));
    const frame = this.#audio.frame(tick, now);
    return this.#isHeld || this.#agreed?.mayReceive !== true ? null : frame;
  }

  /** 20 ms of what it would hear of others, without prompts, tones and music; null where it may not or nobody is there. */
  hearing(tick: number, now: number): Int16Array | null {
    if (this.#isHeld || this.#agreed?.maySend !== true) return null;
    return this.#conference?.mixFor(this) ?? this.#stream?.frame ?? this.#peer?.speech(tick, now) ?? null;
  }

  /** What it is sent at present; null where it may not hear, or hears a sound of ours. */
  get hears(): Codec | null {
    const agreed = this.#agreed;
    return agreed === undefined || !agreed.maySend || this.#isHeld || this.#sounds.isBusy ? null : agreed.codec;
  }

  sendFrame(samples: Int16Array, now: number, before?: Int16Array): void {
    const codec = this.hears;
    if (codec === null) return;
    if (this.#encoder?.codec !== codec) this.#encoder = new FrameEncoder(codec);
    const encoder = this.#encoder;
    this.#sounds.sendFrame(before === undefined ? encoder.encode(samples) : encoder.encodeFrom(before, samples), now);
  }

  sendPayload(payload: Uint8Array, now: number): void {
    this.#sounds.sendFrame(payload, now);
  }

  passDigit(digit: string): void {
    if (!this.#isHeld) this.#sounds.sendDigits(digit);
  }

  /** A packet of `source` was kept back and goes no further. */
  passOver(source: Endpoint): void {
    this.#sender.skip(source);
  }

  hold(held: boolean): void {
    this.#isHeld = held;
  }

  echo(on: boolean): void {
    this.#isEcho = on;
  }

  play(sound: MadeSound | null): void {
    this.#sounds.play(sound, () => this.#context.announce({ type: 'played', endpointId: this.endpointId }));
  }

  sendDtmf(digits: string): void {
    this.#sounds.sendDigits(digits);
  }

  stats(): EndpointStats {
    const { roundTrip, jitterOutTicks } = this.#rtcp;
    const codec = this.#agreed?.codec;
    const now = performance.now();
    return {
      ...(codec !== undefined && { codec }),
      packetsSent: this.#sender.packets,
      packetsReceived: this.#receiver.packets,
      bytesSent: this.#sender.bytes,
      bytesReceived: this.#receiver.bytes,
      lostIn: this.#receiver.lost,
      lostOut: this.#rtcp.lostOut,
      jitterIn: this.#receiver.jitter,
      ...(codec !== undefined && jitterOutTicks !== undefined && { jitterOut: jitterOutTicks / clockOf[codec] }),
      ...(roundTrip !== undefined && { roundTrip }),
      ...(this.#transport.srtp !== undefined && { srtp: this.#transport.srtp }),
      ...(this.#transport.strangers !== undefined && { strangers: this.#transport.strangers }),
      levelIn: this.level(now),
      levelOut: this.#isHeld ? 0 : Math.max(0, ...this.#heardHere().map((each) => each.level(now))),
    };
  }

  /** How loud it is, 0 to 1; 0 while it may not be heard. */
  level(now: number): number {
    return this.#isHeld || this.#agreed?.mayReceive !== true ? 0 : this.#meter.level(now);
  }

  #heardHere(): readonly Pick<ConferenceMember, 'level' | 'passDigit'>[] {
    if (this.#isEcho) return [this];
    if (this.#stream !== null) return [this.#stream];
    return this.#conference?.heardBy(this) ?? (this.#peer === null ? [] : [this.#peer]);
  }

  /** Once a second: ends digits whose end was lost. */
  settle(now: number): void {
    this.#dtmf.settle(now);
    this.#keyTones.settle(now);
  }

  /** Sends an RTCP report, as raw tracks and plain sockets send none by themselves. */
  report(now: number): void {
    if (this.#agreed === undefined) return;
    if (this.#sender.packets === 0 && this.#receiver.packets === 0) return;
    this.#transport.sendRtcp(this.#rtcp.write(this.#sender, this.#receiver, clockOf[this.#agreed.codec], now));
  }

  close(): void {
    this.#sounds.close();
    this.#transport.close();
  }

  #agree(session: Session): void {
    this.#session = session;
    this.#agreed = session.agreed;
    this.#sounds.follow(session.agreed);
  }

  #expects(payloadType: number): boolean {
    const { agreed, ours, ourTelephoneEvents } = this.#session;
    if (agreed !== undefined) return agreed.receive.has(payloadType) || agreed.receiveEvents.has(payloadType);
    const offered = this.#offered ?? { ours, ourTelephoneEvents };
    return [...offered.ours, ...offered.ourTelephoneEvents].some((entry) => entry.payloadType === payloadType);
  }

  #guard(packet: Buffer): void {
    try {
      this.#receive(packet);
    } catch (error) {
      this.#context.onError(this.endpointId, error);
    }
  }

  #receive(packet: Buffer): void {
    const agreed = this.#agreed;
    if (agreed === undefined) return;
    const now = performance.now();
    if (isRtcp(packet)) {
      this.#rtcp.read(packet, this.#sender.ssrc, now);
      return;
    }
    const header = this.#header;
    if (!readRtp(packet, header)) return;
    const target = this.#isEcho ? this : this.#peer;
    const codec = agreed.receive.get(header.payloadType);
    if (codec === undefined) {
      this.#receiveEvent(agreed, packet, header, target, now);
      return;
    }
    if (!this.#receiver.take(header, clockOf[codec], now)) return;
    this.#dtmf.settle(now);
    this.#look(packet, header, codec, now);
    if (this.#asksForKeyTones(agreed)) this.#listenForKeys(packet, header, codec, now);
    if (target === null || this.#isHeld || !agreed.mayReceive || header.payloadEnd === header.payloadStart) return;
    target.#sendFrom(this, codec, packet, header, now);
  }

  /** A far side that has agreed on no telephone-events sends keys as tones. Joined with others, those hear them anyway. */
  #asksForKeyTones({ receiveEvents, mayReceive }: Agreed): boolean {
    return receiveEvents.size === 0 && mayReceive && this.#peer === null && this.#conference === null && !this.#isEcho;
  }

  #listenForKeys(packet: Buffer, header: RtpHeader, codec: Codec, now: number): void {
    if (header.payloadEnd === header.payloadStart) return;
    try {
      this.#keyTones.take(packet, header.payloadStart, header.payloadEnd, codec, header.timestamp, now);
    } catch (error) {
      this.#reportUndecodable(error);
    }
  }

  /** For code that measures, mixes or records; before the packet is sent on, which spoils it. */
  #look(packet: Buffer, header: RtpHeader, codec: Codec, now: number): void {
    if (header.payloadEnd === header.payloadStart) return;
    const audio = this.#audio;
    if (audio !== undefined && now - audio.askedAt > forgottenMs) this.#audio = undefined;
    else audio?.take(packet, header, codec, now);
    try {
      this.#meter.take(packet, header, codec, now);
    } catch (error) {
      this.#reportUndecodable(error);
    }
  }

  #receiveEvent(agreed: Agreed, packet: Buffer, header: RtpHeader, target: Endpoint | null, now: number): void {
    const clock = agreed.receiveEvents.get(header.payloadType);
    // Comfort noise and the like, which nobody asked for, count as come and go no further.
    if (!this.#receiver.take(header, clock ?? clockOf[agreed.codec], now)) return;
    const toCodec = target === null ? undefined : target.#agreed?.codec;
    // A transcoder numbers its own packets, so that taking a number back would repeat one.
    if (toCodec !== undefined && mustTranscode(agreed.codec, toCodec)) this.#transcoder?.keepBack();
    else target?.passOver(this);
    if (clock === undefined || !agreed.mayReceive) return;
    this.#dtmf.take(packet, header.payloadStart, header.payloadEnd, header.timestamp, clock, now);
  }

  #sendFrom(source: Endpoint, codec: Codec, packet: Buffer, header: RtpHeader, now: number): void {
    const agreed = this.#agreed;
    if (agreed === undefined || !agreed.maySend || this.#isHeld || this.#sounds.isBusy) return;
    if (mustTranscode(codec, agreed.codec)) {
      source.#transcodeTo(this, codec, agreed.codec, packet, header);
      return;
    }
    if (codec !== agreed.codec && isLaw(codec)) crossLaws(codec, packet, header);
    this.#sendOn(source, packet, header, agreed, now);
  }

  #sendOn(source: object, packet: Buffer, header: RtpHeader, agreed: Agreed, now: number): void {
    const { payloadStart, payloadEnd } = header;
    const clock = clockOf[agreed.codec];
    this.#sender.forward(source, packet, payloadStart, payloadEnd, header, agreed.sendPayloadType, clock, now);
  }

  #transcodeTo(target: Endpoint, from: Codec, to: Codec, packet: Buffer, header: RtpHeader): void {
    if (this.#transcoder?.from !== from || this.#transcoder.to !== to) {
      this.#transcoder = new Transcoder(from, to, {
        buffer: (length) => target.#sender.slot(length),
        send: (made, itsHeader) => {
          const agreed = target.#agreed;
          if (agreed?.codec === to) target.#sendOn(this, made, itsHeader, agreed, performance.now());
        },
      });
    }
    try {
      this.#transcoder.take(packet, header);
    } catch (error) {
      this.#reportUndecodable(error);
    }
  }

  /** What can't be decoded came from outside: one word in the log, then silence about it. */
  #reportUndecodable(error: unknown): void {
    this.#undecodable += 1;
    if (this.#undecodable === 1) this.#context.onError(this.endpointId, error);
  }

  #heardDigit(digit: string, durationMs: number): void {
    this.#context.announce({ type: 'dtmf', endpointId: this.endpointId, digit, durationMs });
    if (this.#isHeld) return;
    const others = this.#conference?.hearKeysOf(this) ?? this.#heardHere();
    for (const each of others) each.passDigit(digit);
  }
}
