import type { Codec } from '../../media.ts';
import type { RtpHeader } from '../wire/rtp-receiver.ts';
import { decodeTable, isLaw } from './g711.ts';
import { G722Decoder } from './g722.ts';
import type { OpusCodec } from './opus.ts';
import { openOpus } from './opus.ts';

/** Every so often a few packets in a row are looked at, since decoding all of them would cost more than sending them on. */
const everyMs = 2000;
const packetsInRow = 10;
/** A decoder that remembers, Opus or G.722, needs some packets to find its level where it was thrown in. */
const packetsToSettle = 5;

/** Without a question for so long, nothing is looked at: of most streams nobody ever asks. */
const forgottenMs = 10_000;

/** How loud a stream is, from samples of it: enough to tell a voice from silence. Looks while it is asked. */
export class LevelMeter {
  #opus: OpusCodec | undefined;
  #g722: G722Decoder | undefined;
  #rowBeganAt = Number.NEGATIVE_INFINITY;
  #inRow = packetsInRow;
  #peak = 0;
  #level = 0;
  #heardAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** Looks at a packet, if it is one of those. `now` in milliseconds. Throws where it can't be decoded. */
  take(packet: Buffer, header: RtpHeader, codec: Codec, now: number): void {
    if (now - this.#askedAt > forgottenMs) {
      this.#inRow = packetsInRow;
      return;
    }
    if (this.#inRow >= packetsInRow) {
      if (now - this.#rowBeganAt < everyMs) return;
      this.#rowBeganAt = now;
      this.#inRow = 0;
      this.#peak = 0;
    }
    this.#inRow += 1;
    const peak = this.#peakOf(packet.subarray(header.payloadStart, header.payloadEnd), codec);
    if (isLaw(codec) || this.#inRow > packetsToSettle) this.#peak = Math.max(this.#peak, peak);
    if (this.#inRow < packetsInRow) return;
    this.#level = this.#peak / 32_768;
    this.#heardAt = now;
  }

  /** The loudest sample of the last look, 0 to 1; 0 before the first, and once nothing has come for a while. */
  level(now: number): number {
    this.#askedAt = now;
    return now - this.#heardAt > 3 * everyMs ? 0 : this.#level;
  }

  #peakOf(payload: Buffer, codec: Codec): number {
    let peak = 0;
    if (isLaw(codec)) {
      const table = decodeTable(codec);
      for (const byte of payload) peak = Math.max(peak, Math.abs(table[byte] as number));
    } else {
      for (const sample of this.#decode(payload, codec)) peak = Math.max(peak, Math.abs(sample));
    }
    return peak;
  }

  #decode(payload: Buffer, codec: 'opus' | 'G722'): Int16Array {
    if (codec === 'G722') {
      this.#g722 ??= new G722Decoder();
      return this.#g722.decode(payload);
    }
    this.#opus ??= openOpus();
    return this.#opus.decode(payload);
  }
}
