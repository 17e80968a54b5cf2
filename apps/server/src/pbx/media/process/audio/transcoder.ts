import type { Codec } from '../../media.ts';
import { clockOf } from '../../sdp.ts';
import type { RtpHeader } from '../wire/rtp-receiver.ts';
import { emptyHeader } from '../wire/rtp-receiver.ts';
import type { Law } from './g711.ts';
import { crossInPlace, decodeTable, encodeInto, isLaw } from './g711.ts';
import { G722Decoder, G722Encoder } from './g722.ts';
import { type OpusCodec, openOpus } from './opus.ts';
import { Resampler } from './resampler.ts';

const headerLength = 12;

/** Where a transcoded packet goes: `buffer` gives room behind a header, `send` takes it away. */
export interface TranscoderOutput {
  buffer(payloadLength: number): Buffer;
  send(packet: Buffer, header: RtpHeader): void;
}

/**
 * Turns one source's packets of one codec into another codec's, 20 ms each. Numbering and timestamps are its own and
 * carry the source's gaps over, so that the far side conceals what was lost.
 */
export class Transcoder {
  readonly from: Codec;
  readonly to: Codec;
  readonly #output: TranscoderOutput;
  /** Samples of 20 ms at the rate at which both sides meet. */
  readonly #frame: Int16Array;
  readonly #opus: OpusCodec;
  /** Of G.722, whose samples are always 16,000 a second. */
  readonly #decoder = new G722Decoder();
  readonly #encoder = new G722Encoder();
  readonly #resampler: Resampler | undefined;
  readonly #header = emptyHeader();
  #filled = 0;
  #expected = -1;
  #ssrc = 0;
  #isKeptBack = false;

  constructor(from: Codec, to: Codec, output: TranscoderOutput) {
    this.from = from;
    this.to = to;
    this.#output = output;
    // Where neither side is G.711, all of the width of a voice passes. From G.711 Opus gets what there is of it.
    const rate = isLaw(to) || (isLaw(from) && to === 'opus') ? 8000 : 16_000;
    this.#frame = new Int16Array(rate / 50);
    this.#opus = openOpus(rate);
    const itsRate = from === 'G722' ? 16_000 : isLaw(from) ? 8000 : rate;
    this.#resampler = itsRate === rate ? undefined : new Resampler(itsRate, rate);
  }

  /** Takes a packet and sends what became whole. Throws where the payload isn't the codec it claims to be. */
  take(packet: Buffer, header: RtpHeader): void {
    if (!this.#follow(header)) return;
    const { payloadStart, payloadEnd } = header;
    if (this.from === 'opus') {
      const samples = this.#opus.decode(packet.subarray(payloadStart, payloadEnd));
      this.#expected = (header.timestamp + (samples.length * clockOf.opus) / (50 * this.#frame.length)) >>> 0;
      this.#takeSamples(samples);
    } else {
      // A byte is a tick of the clock, in G.722 as well.
      this.#expected = (header.timestamp + payloadEnd - payloadStart) >>> 0;
      this.#takeSamples(this.#decode(this.from, packet.subarray(payloadStart, payloadEnd)));
    }
  }

  /** Packets of the source were no audio (digits, comfort noise) and went no further: the gap they leave is no loss. */
  keepBack(): void {
    this.#isKeptBack = true;
  }

  /** Keeps our numbering in step with the source; false for what comes too late to be decoded. */
  #follow(header: RtpHeader): boolean {
    if (this.#expected === -1 || header.ssrc !== this.#ssrc) {
      this.#ssrc = header.ssrc;
      this.#filled = 0;
      this.#header.ssrc = header.ssrc;
      this.#header.marker = true;
      return true;
    }
    const clock = clockOf[this.from];
    const gap = (header.timestamp - this.#expected) | 0;
    if (gap < 0 && gap > -clock * 2) return false;
    const isPause = this.#isKeptBack;
    this.#isKeptBack = false;
    if (gap === 0) return true;
    this.#filled = 0;
    const frames = gap > 0 && gap < clock * 60 ? Math.max(1, Math.round((gap * 50) / clock)) : 1;
    // A short gap is loss and shows as one; a long one is a pause after which a talkspurt begins.
    const isLoss = frames <= 10 && !isPause;
    this.#header.sequence = (this.#header.sequence + (isLoss ? frames : 0)) & 0xffff;
    this.#header.timestamp = (this.#header.timestamp + frames * this.#ticks()) >>> 0;
    this.#header.marker = !isLoss;
    return true;
  }

  #takeSamples(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.#frame.length - this.#filled);
      this.#frame.set(part, this.#filled);
      at += part.length;
      this.#advance(part.length);
    }
  }

  #decode(codec: 'G722' | Law, payload: Buffer): Int16Array {
    const samples = codec === 'G722' ? this.#decoder.decode(payload) : lawSamples(codec, payload);
    return this.#resampler?.process(samples) ?? samples;
  }

  #advance(count: number): void {
    this.#filled += count;
    if (this.#filled < this.#frame.length) return;
    this.#filled = 0;
    const packet = this.#encode();
    this.#header.payloadStart = headerLength;
    this.#header.payloadEnd = packet.length;
    this.#output.send(packet, this.#header);
    this.#header.sequence = (this.#header.sequence + 1) & 0xffff;
    this.#header.timestamp = (this.#header.timestamp + this.#ticks()) >>> 0;
    this.#header.marker = false;
  }

  #encode(): Buffer {
    if (!isLaw(this.to)) {
      const payload = this.to === 'opus' ? this.#opus.encode(this.#frame) : this.#encoder.encode(this.#frame);
      const packet = this.#output.buffer(payload.length);
      packet.set(payload, headerLength);
      return packet;
    }
    const packet = this.#output.buffer(this.#frame.length);
    encodeInto(this.to, this.#frame, packet, headerLength);
    return packet;
  }

  #ticks(): number {
    return clockOf[this.to] / 50;
  }
}

function lawSamples(law: Law, payload: Buffer): Int16Array {
  const table = decodeTable(law);
  const samples = new Int16Array(payload.length);
  for (let i = 0; i < samples.length; i++) samples[i] = table[payload[i] as number] as number;
  return samples;
}

/** Whether sound of one codec must be made again for the other, instead of being sent on as it is or with bytes exchanged. */
export function mustTranscode(from: Codec, to: Codec): boolean {
  return from !== to && !(isLaw(from) && isLaw(to));
}

/** Between the two laws a packet keeps its length and its numbers, so it is rewritten where it lies. */
export function crossLaws(from: Law, packet: Buffer, header: RtpHeader): void {
  crossInPlace(from, packet, header.payloadStart, header.payloadEnd);
}
