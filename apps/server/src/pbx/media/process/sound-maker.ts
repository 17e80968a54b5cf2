import type { Codec } from '../media.ts';
import type { Agreed } from '../negotiation.ts';
import { clockOf } from '../sdp.ts';
import type { EventPacket } from './audio/dtmf.ts';
import { DtmfSender } from './audio/dtmf.ts';
import { renderDigit, silenceIn } from './audio/tones.ts';
import type { MadeSound } from './sound-file.ts';
import type { Ticker } from './ticker.ts';
import { tickMs } from './ticker.ts';
import type { RtpSender } from './wire/rtp-sender.ts';

const headerLength = 12;
const frameMs = 20;

/** Sound that the exchange itself makes towards one far side: tones, files and digits, on the ticker's deadlines. */
export class SoundMaker {
  readonly #sender: RtpSender;
  readonly #ticker: Ticker;
  readonly #digits = new DtmfSender();
  readonly #onError: (error: unknown) => void;
  readonly #tick = (now: number) => this.#guard(now);
  #agreed: Agreed | undefined;
  #sound: MadeSound | null = null;
  #soundMs = 0;
  #onEnd: () => void = () => {};
  #timestamp = 0;
  #isRunning = false;
  #isFresh = true;

  constructor(sender: RtpSender, ticker: Ticker, onError: (error: unknown) => void) {
    this.#sender = sender;
    this.#ticker = ticker;
    this.#onError = onError;
  }

  /** While busy, nothing else is sent. */
  get isBusy(): boolean {
    return this.#sound !== null || this.#digits.isBusy;
  }

  follow(agreed: Agreed | undefined): void {
    this.#agreed = agreed;
  }

  /** Plays from the beginning, instead of what played before; `onEnd` hears when it ended by itself. */
  play(sound: MadeSound | null, onEnd: () => void): void {
    this.#sound = sound;
    this.#soundMs = 0;
    this.#onEnd = onEnd;
    this.#isFresh = true;
    this.#run();
  }

  sendDigits(digits: string): void {
    this.#digits.add(digits);
    this.#run();
  }

  /** Sends 20 ms that somebody else made for this far side, joined to what was sent before. */
  sendFrame(payload: Uint8Array, now: number): void {
    if (this.#agreed !== undefined) this.#sendNext(payload, this.#agreed, now);
  }

  close(): void {
    this.#sound = null;
    this.#digits.clear();
    this.#isRunning = false;
    this.#ticker.remove(this.#tick);
  }

  #run(): void {
    if (this.#isRunning || !this.isBusy) return;
    this.#isRunning = true;
    this.#ticker.add(this.#tick);
  }

  /** All legs share the ticker, so a fault ends this leg's sound and nobody else's. */
  #guard(now: number): void {
    try {
      this.#step(now);
    } catch (error) {
      this.close();
      this.#onError(error);
    }
  }

  #step(now: number): void {
    const agreed = this.#agreed;
    if (!this.isBusy) {
      this.#isRunning = false;
      this.#ticker.remove(this.#tick);
      return;
    }
    if (this.#digits.isBusy) {
      const rests = this.#digits.step(tickMs, (packet) => {
        if (agreed?.maySend === true) this.#sendEvent(agreed, packet, now);
      });
      this.#isFresh = true;
      if (rests && agreed?.maySend === true) this.#sendRest(agreed, now);
    } else if (this.#sound !== null && agreed !== undefined) {
      // A far side that may not hear doesn't stop the time.
      if (this.#soundMs % frameMs === 0) this.#playFrame(this.#sound, agreed, now);
      this.#soundMs += tickMs;
    }
  }

  #playFrame(sound: MadeSound, agreed: Agreed, now: number): void {
    const frame = sound.frame(agreed.codec, this.#soundMs / frameMs);
    if (frame === undefined) {
      this.#sound = null;
      this.#onEnd();
    } else if (agreed.maySend) this.#sendSound(frame, agreed, now);
  }

  #sendSound(payload: Uint8Array, agreed: Agreed, now: number): void {
    const clock = clockOf[agreed.codec];
    this.#timestamp = this.#isFresh ? this.#sender.timestampNow(clock, now) : (this.#timestamp + clock / 50) >>> 0;
    const packet = this.#sender.slot(payload.length);
    packet.set(payload, headerLength);
    this.#sender.sendOwn(packet, agreed.sendPayloadType, this.#isFresh, this.#timestamp, now);
    this.#isFresh = false;
  }

  #sendEvent(agreed: Agreed, event: EventPacket, now: number): void {
    const { telephoneEvent } = agreed;
    if (telephoneEvent === undefined) {
      this.#sendAudible(agreed, agreed.codec, event, now);
      return;
    }
    // RFC 4733 §2.3.1: every packet of one event bears the timestamp of its beginning.
    const clock = clockOf[agreed.codec];
    if (event.isFirst) this.#timestamp = this.#nextTimestamp(clock, now);
    const duration = Math.round((event.durationMs * telephoneEvent.clock) / 1000);
    const packet = this.#sender.slot(4);
    packet[headerLength] = event.event;
    packet[headerLength + 1] = (event.isEnd ? 0x80 : 0) | 10; // −10 dBm0
    packet.writeUInt16BE(duration, headerLength + 2);
    const lasted = event.isEnd ? ((event.durationMs - frameMs) * clock) / 1000 : 0;
    this.#sender.sendOwn(packet, telephoneEvent.sendPayloadType, event.isFirst, this.#timestamp, now, lasted);
  }

  /** Silence between digits, without a gap in time to the digit before. */
  #sendRest(agreed: Agreed, now: number): void {
    this.#sendNext(silenceIn(agreed.codec), agreed, now);
  }

  #sendNext(payload: Uint8Array, agreed: Agreed, now: number): void {
    const clock = clockOf[agreed.codec];
    const following = (this.#sender.lastTimestamp + (clock * frameMs) / 1000) >>> 0;
    const timestamp = this.#nextTimestamp(clock, now);
    const packet = this.#sender.slot(payload.length);
    packet.set(payload, headerLength);
    this.#sender.sendOwn(packet, agreed.sendPayloadType, timestamp !== following, timestamp, now);
  }

  /** The timestamp of now, without the few milliseconds of a tick too late, which would be a gap for who listens. */
  #nextTimestamp(clock: number, now: number): number {
    const frame = (clock * frameMs) / 1000;
    const following = (this.#sender.lastTimestamp + frame) >>> 0;
    const present = this.#sender.timestampNow(clock, now);
    return ((present - following) | 0) < frame ? following : present;
  }

  /** The far side speaks no telephone-event: the digit goes as sound. */
  #sendAudible(agreed: Agreed, codec: Codec, event: EventPacket, now: number): void {
    if (event.isEnd) return;
    const frames = renderDigit(event.event, codec);
    if (event.isFirst) this.#isFresh = true;
    const payload = frames[event.isFirst ? 0 : event.durationMs / frameMs];
    if (payload !== undefined) this.#sendSound(payload, agreed, now);
  }
}
