import type { Codec } from '../../media.ts';
import { clockOf } from '../../sdp.ts';
import { decodeTable } from './g711.ts';
import { G722Decoder } from './g722.ts';
import { type OpusCodec, openOpus } from './opus.ts';

/** Rows and columns of a telephone's keys, in hertz (ITU-T Q.23). */
const rowHertz = [697, 770, 852, 941] as const;
const columnHertz = [1209, 1336, 1477, 1633] as const;
const keys = ['123A', '456B', '789C', '*0#D'] as const;

const sampleRate = 8000;
/** Samples of one look, 12.75 ms: long enough to tell the frequencies apart, short enough for tones of 40 ms (Q.24). */
const blockSize = 102;
/** Two looks in a row begin a key, two without it end it, so that a click inside a tone is not two keys. */
const looksNeeded = 2;
/** Quieter ones are noise: about −45 dBm0. */
const leastPower = 150 ** 2;
/** So much of all power lies in the two tones of a key; in speech, much less. */
const leastShare = 0.75;
/** By how much one of two tones may be the stronger one: lines damp high ones more than low ones (Q.24). */
const mostRowOverColumn = 6.3;
const mostColumnOverRow = 2.5;
/** By how much a tone exceeds the other ones of its group. */
const leastOverOthers = 6.3;
/** A gap in the timestamps of more than this ends a key. */
const mostGap = sampleRate / 20;

const turns = [...rowHertz, ...columnHertz].map((hertz) => 2 * Math.cos((2 * Math.PI * hertz) / sampleRate));

/**
 * Hears keys as tones in the audio of far sides that send no telephone-events: each key once, at its end. Whether a look of
 * 12.75 ms holds a key is judged by Goertzel's filter at the eight frequencies. All codecs are heard at 8 kHz, since no key has a
 * frequency above 1633 Hz: of G.722 only the lower half of the band is decoded.
 */
export class KeyToneReceiver {
  readonly #onKey: (key: string, durationMs: number) => void;
  readonly #powers = new Float64Array(8);
  readonly #block = new Int16Array(blockSize);
  #filled = 0;
  #codec: Codec | null = null;
  #g722: G722Decoder | undefined;
  #opus: OpusCodec | undefined;
  #next = -1;
  #lastAt = 0;
  /** What the last look held. */
  #seen: string | null = null;
  /** The key that sounds. */
  #key: string | null = null;
  #looks = 0;
  #misses = 0;

  constructor(onKey: (key: string, durationMs: number) => void) {
    this.#onKey = onKey;
  }

  /**
   * One packet's payload between `start` and `end`; `timestamp` as in its RTP header, `now` in milliseconds. Throws where the
   * payload is not of the codec that it claims to be.
   */
  take(packet: Uint8Array, start: number, end: number, codec: Codec, timestamp: number, now: number): void {
    if (codec !== this.#codec) this.#change(codec);
    const ticks = clockOf[codec] / sampleRate;
    const gap = this.#next === -1 ? 0 : ((timestamp - this.#next) | 0) / ticks;
    if (gap < 0 && gap > -mostGap) return; // late, or a copy
    if (gap !== 0) this.#skip(gap);
    const samples = this.#decode(codec, packet.subarray(start, end));
    this.#next = (timestamp + samples.length * ticks) >>> 0;
    this.#lastAt = now;
    for (const sample of samples) {
      this.#block[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled === blockSize) this.#look();
    }
  }

  /** Called now and then: a key whose sender fell silent without a packet is over. */
  settle(now: number): void {
    if (this.#key !== null && now - this.#lastAt > 150) this.#finish();
  }

  #change(codec: Codec): void {
    this.#finish();
    this.#codec = codec;
    this.#filled = 0;
    this.#next = -1;
    this.#g722 = undefined;
    this.#opus = undefined;
  }

  /** Samples of 8 kHz. */
  #decode(codec: Codec, payload: Uint8Array): Int16Array {
    if (codec === 'G722') {
      this.#g722 ??= new G722Decoder();
      return this.#g722.decodeLower(payload);
    }
    if (codec === 'opus') {
      this.#opus ??= openOpus(sampleRate);
      return this.#opus.decode(payload);
    }
    const table = decodeTable(codec);
    const samples = new Int16Array(payload.length);
    for (let at = 0; at < samples.length; at++) samples[at] = table[payload[at] as number] as number;
    return samples;
  }

  /** Packets are missing. What is lost for a short time leaves a key as it is. */
  #skip(gap: number): void {
    this.#filled = 0;
    if (gap < 0 || gap > mostGap) this.#finish();
  }

  #look(): void {
    this.#filled = 0;
    const seen = this.#judge();
    if (this.#key !== null) {
      this.#looks += 1;
      this.#misses = seen === this.#key ? 0 : this.#misses + 1;
      if (this.#misses >= looksNeeded) this.#finish();
    }
    if (this.#key === null && seen !== null && seen === this.#seen) {
      this.#key = seen;
      this.#looks = looksNeeded;
      this.#misses = 0;
    }
    this.#seen = seen;
  }

  #finish(): void {
    const [key, looks] = [this.#key, this.#looks - this.#misses];
    this.#key = null;
    this.#seen = null;
    this.#misses = 0;
    if (key !== null) this.#onKey(key, Math.round((looks * blockSize * 1000) / sampleRate));
  }

  /** The key that the block holds; null for anything else. */
  #judge(): string | null {
    const power = this.#measure();
    if (power < leastPower) return null;
    const row = this.#strongest(0, 4);
    const column = this.#strongest(4, 8);
    if (row === null || column === null) return null;
    const [low, high] = [this.#powers[row] as number, this.#powers[column] as number];
    if (low > high * mostRowOverColumn || high > low * mostColumnOverRow) return null;
    // A pure tone of power P gives P × blockSize ÷ 2 in its filter.
    if (low + high < (leastShare * power * blockSize ** 2) / 2) return null;
    return keys[row]?.[column - 4] ?? null;
  }

  /** Runs the eight filters over the block; gives its mean power. */
  #measure(): number {
    let sum = 0;
    for (const sample of this.#block) sum += sample * sample;
    for (let tone = 0; tone < 8; tone++) {
      const turn = turns[tone] as number;
      let [before, last] = [0, 0];
      for (const sample of this.#block) {
        const now = sample + turn * last - before;
        before = last;
        last = now;
      }
      this.#powers[tone] = last * last + before * before - turn * last * before;
    }
    return sum / blockSize;
  }

  /** The tone of a group that exceeds all others of it by far; null where none does. */
  #strongest(from: number, to: number): number | null {
    let best = from;
    for (let tone = from + 1; tone < to; tone++) {
      if ((this.#powers[tone] as number) > (this.#powers[best] as number)) best = tone;
    }
    const least = (this.#powers[best] as number) / leastOverOthers;
    for (let tone = from; tone < to; tone++) if (tone !== best && (this.#powers[tone] as number) > least) return null;
    return best;
  }
}
