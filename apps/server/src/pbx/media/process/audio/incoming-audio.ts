import type { Codec } from '../../media.ts';
import { clockOf } from '../../sdp.ts';
import type { RtpHeader } from '../wire/rtp-receiver.ts';
import { decodeTable } from './g711.ts';
import { G722Decoder } from './g722.ts';
import type { OpusCodec } from './opus.ts';
import { openOpus } from './opus.ts';
import { Resampler } from './resampler.ts';

/** The rate of everything that is mixed or recorded. */
export const mixRate = 16_000;
/** Samples of 20 ms at that rate. */
export const mixFrame = mixRate / 50;
const frameMs = 20;
/** Three frames wait before the first is played: so much may a packet be late. */
const targetMs = 3 * frameMs;
/** More than this is a burst after a stall; what is too old to matter goes. So old may a frame be at most. */
export const mostMs = 200;
/** So many empty frames in a row mean that the far side paused, and it begins again with a full queue. */
const pauseFrames = 5;
/** Over so many frames the queue must have been longer than needed before one is dropped. */
const patienceFrames = 250;

interface Waiting {
  readonly timestamp: number;
  readonly codec: Codec;
  readonly payload: Buffer;
}

/**
 * What one far side says, decoded: packets in as they come, one frame of 20 ms at 16 kHz out at each tick. Packets are
 * put in order by their timestamps; what is lost, or kept back as a digit is, becomes silence of its length.
 */
export class IncomingAudio {
  /** When a frame was last asked for, milliseconds; without a listener the packets needn't be kept. */
  askedAt: number;
  readonly #onUndecodable: (error: unknown) => void;
  readonly #waiting: Waiting[] = [];
  readonly #frame = new Int16Array(mixFrame);
  /** Decoded samples that are not played yet. */
  #ready = new Int16Array(mixFrame * 8);
  #readyCount = 0;
  #opus: OpusCodec | undefined;
  #g722: G722Decoder | undefined;
  #resampler: Resampler | undefined;
  #ssrc = 0;
  #clock = 8000;
  /** RTP timestamp of the sample after the ready ones. */
  #next = 0;
  #isPlaying = false;
  #emptyFrames = 0;
  #tick = -1;
  #leastSpareMs = mostMs;
  #framesWatched = 0;
  #waitedSince = 0;

  constructor(now: number, onUndecodable: (error: unknown) => void) {
    this.askedAt = now;
    this.#onUndecodable = onUndecodable;
  }

  /** Takes a packet; its payload is copied. `now` in milliseconds. */
  take(packet: Buffer, header: RtpHeader, codec: Codec, now: number): void {
    const clock = clockOf[codec];
    const ahead = (header.timestamp - this.#next) | 0;
    if (header.ssrc !== this.#ssrc || clock !== this.#clock) this.#restart(header.ssrc, clock);
    else if (this.#isPlaying && (ahead > clock * 2 || ahead < -clock * 2)) this.#restart(header.ssrc, clock);
    else if (this.#isPlaying && ahead < 0) return; // its time is over
    const payload = Buffer.from(packet.subarray(header.payloadStart, header.payloadEnd));
    if (!this.#insert({ timestamp: header.timestamp, codec, payload })) return;
    if (this.#waiting.length === 1) this.#waitedSince = now;
    while (this.#spareMs() > mostMs) this.#dropOldest();
  }

  /** The frame of this tick, the same however often it is asked for; valid until the next one. */
  frame(tick: number, now: number): Int16Array {
    this.askedAt = now;
    if (tick === this.#tick) return this.#frame;
    this.#tick = tick;
    if (!this.#isPlaying && !this.#begin(now)) return this.#frame.fill(0);
    this.#fill();
    const count = Math.min(mixFrame, this.#readyCount);
    this.#frame.set(this.#ready.subarray(0, count));
    this.#frame.fill(0, count);
    this.#ready.copyWithin(0, count, this.#readyCount);
    this.#readyCount -= count;
    this.#watch(count);
    return this.#frame;
  }

  #restart(ssrc: number, clock: number): void {
    this.#ssrc = ssrc;
    this.#clock = clock;
    this.#waiting.length = 0;
    this.#readyCount = 0;
    this.#isPlaying = false;
    this.#opus = undefined;
    this.#g722 = undefined;
    this.#resampler = undefined;
  }

  /** Keeps the order of timestamps; false for a copy. */
  #insert(packet: Waiting): boolean {
    let at = this.#waiting.length;
    for (; at > 0; at--) {
      const distance = (packet.timestamp - (this.#waiting[at - 1]?.timestamp ?? 0)) | 0;
      if (distance === 0) return false;
      if (distance > 0) break;
    }
    this.#waiting.splice(at, 0, packet);
    return true;
  }

  #begin(now: number): boolean {
    const first = this.#waiting[0];
    if (first === undefined) return false;
    if (this.#queuedMs(first.timestamp) < targetMs && now - this.#waitedSince < targetMs) return false;
    this.#next = first.timestamp;
    this.#isPlaying = true;
    this.#emptyFrames = 0;
    this.#leastSpareMs = mostMs;
    this.#framesWatched = 0;
    return true;
  }

  #fill(): void {
    while (this.#readyCount < mixFrame) {
      const packet = this.#waiting[0];
      if (packet === undefined) return;
      const gap = (packet.timestamp - this.#next) | 0;
      if (gap > 0) {
        this.#addSilence(gap);
        continue;
      }
      this.#waiting.shift();
      if (gap === 0) this.#decode(packet);
    }
  }

  /** Silence up to the next packet, as much of it as this frame needs. `gap` in ticks of the codec's clock. */
  #addSilence(gap: number): void {
    const ticksPerSample = this.#clock / mixRate;
    const count = Math.min(mixFrame - this.#readyCount, Math.max(1, Math.round(gap / ticksPerSample)));
    this.#ready.fill(0, this.#readyCount, this.#readyCount + count);
    this.#readyCount += count;
    this.#next = (this.#next + Math.min(gap, Math.max(1, Math.round(count * ticksPerSample)))) >>> 0;
  }

  #decode({ codec, payload }: Waiting): void {
    try {
      const samples = this.#samplesOf(codec, payload);
      const needed = this.#readyCount + samples.length;
      if (needed > this.#ready.length) {
        const larger = new Int16Array(needed);
        larger.set(this.#ready.subarray(0, this.#readyCount));
        this.#ready = larger;
      }
      this.#ready.set(samples, this.#readyCount);
      this.#readyCount = needed;
      this.#next = (this.#next + samples.length * (this.#clock / mixRate)) >>> 0;
    } catch (error) {
      this.#onUndecodable(error);
    }
  }

  #samplesOf(codec: Codec, payload: Buffer): Int16Array {
    if (codec === 'opus') return this.#decodeOpus(payload);
    if (codec !== 'G722') return this.#decodeG711(codec, payload);
    this.#g722 ??= new G722Decoder();
    return this.#g722.decode(payload);
  }

  #decodeOpus(payload: Buffer): Int16Array {
    this.#opus ??= openOpus(mixRate);
    return this.#opus.decode(payload);
  }

  #decodeG711(law: 'PCMU' | 'PCMA', payload: Buffer): Int16Array {
    const table = decodeTable(law);
    const samples = new Int16Array(payload.length);
    for (let i = 0; i < samples.length; i++) samples[i] = table[payload[i] as number] as number;
    this.#resampler ??= new Resampler(8000, mixRate);
    return this.#resampler.process(samples);
  }

  /** After a frame with `count` true samples: notices pauses, and a queue that stays longer than it must. */
  #watch(count: number): void {
    if (count < mixFrame) {
      // Nothing came in time. Playing waits for it, which leaves the next one more room to be late.
      this.#emptyFrames += 1;
      if (this.#emptyFrames >= pauseFrames) this.#isPlaying = false;
      return;
    }
    this.#emptyFrames = 0;
    this.#leastSpareMs = Math.min(this.#leastSpareMs, this.#spareMs());
    this.#framesWatched += 1;
    if (this.#framesWatched < patienceFrames) return;
    if (this.#leastSpareMs > targetMs) this.#dropOldest(); // the far side's clock runs faster than ours, or jitter is over
    this.#framesWatched = 0;
    this.#leastSpareMs = mostMs;
  }

  #spareMs(): number {
    const ready = (this.#readyCount * 1000) / mixRate;
    const first = this.#waiting[0];
    if (first === undefined) return ready;
    return ready + this.#queuedMs(this.#isPlaying ? this.#next : first.timestamp);
  }

  /** From `timestamp` to the end of the newest packet. */
  #queuedMs(timestamp: number): number {
    const last = this.#waiting.at(-1);
    return last === undefined ? 0 : (((last.timestamp - timestamp) | 0) * 1000) / this.#clock + frameMs;
  }

  #dropOldest(): void {
    const dropped = this.#waiting.shift();
    const first = this.#waiting[0];
    if (first !== undefined) this.#next = first.timestamp;
    else if (dropped !== undefined) this.#isPlaying = false;
  }
}
