import type { Codec } from '../../media.ts';
import { clockOf } from '../../sdp.ts';
import type { RtpHeader } from '../wire/rtp-receiver.ts';
import { emptyHeader } from '../wire/rtp-receiver.ts';
import type { Law } from './g711.ts';
import { crossInPlace, decodeTable, encodeInto } from './g711.ts';
import { openOpus } from './opus.ts';
import { frameSamples } from './tones.ts';

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
  readonly #opus = openOpus();
  readonly #frame = new Int16Array(frameSamples);
  readonly #header = emptyHeader();
  #filled = 0;
  #expected = -1;
  #ssrc = 0;
  #isKeptBack = false;

  constructor(from: Codec, to: Codec, output: TranscoderOutput) {
    this.from = from;
    this.to = to;
    this.#output = output;
  }

  /** Takes a packet and sends what became whole. Throws where the payload isn't the codec it claims to be. */
  take(packet: Buffer, header: RtpHeader): void {
    if (!this.#follow(header)) return;
    const { payloadStart, payloadEnd } = header;
    if (this.from === 'opus') {
      const samples = this.#opus.decode(packet.subarray(payloadStart, payloadEnd));
      this.#expected = (header.timestamp + samples.length * 6) >>> 0;
      this.#takeSamples(samples);
    } else {
      this.#expected = (header.timestamp + payloadEnd - payloadStart) >>> 0;
      this.#takeBytes(this.from, packet, payloadStart, payloadEnd);
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
      const part = samples.subarray(at, at + frameSamples - this.#filled);
      this.#frame.set(part, this.#filled);
      at += part.length;
      this.#advance(part.length);
    }
  }

  #takeBytes(law: Law, packet: Buffer, start: number, end: number): void {
    const table = decodeTable(law);
    for (let at = start; at < end; ) {
      const count = Math.min(frameSamples - this.#filled, end - at);
      for (let i = 0; i < count; i++) this.#frame[this.#filled + i] = table[packet[at + i] as number] as number;
      at += count;
      this.#advance(count);
    }
  }

  #advance(count: number): void {
    this.#filled += count;
    if (this.#filled < frameSamples) return;
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
    if (this.to === 'opus') {
      const payload = this.#opus.encode(this.#frame);
      const packet = this.#output.buffer(payload.length);
      packet.set(payload, headerLength);
      return packet;
    }
    const packet = this.#output.buffer(frameSamples);
    encodeInto(this.to, this.#frame, packet, headerLength);
    return packet;
  }

  #ticks(): number {
    return clockOf[this.to] / 50;
  }
}

/** Whether sound of one codec must be made again for the other, instead of being sent on as it is or with bytes exchanged. */
export function mustTranscode(from: Codec, to: Codec): boolean {
  return from !== to && (from === 'opus' || to === 'opus');
}

/** Between the two laws a packet keeps its length and its numbers, so it is rewritten where it lies. */
export function crossLaws(from: Law, packet: Buffer, header: RtpHeader): void {
  crossInPlace(from, packet, header.payloadStart, header.payloadEnd);
}
