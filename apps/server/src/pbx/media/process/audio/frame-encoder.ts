import type { Codec } from '../../media.ts';
import { encodeInto } from './g711.ts';
import { mixRate } from './incoming-audio.ts';
import { openOpus } from './opus.ts';
import { Resampler } from './resampler.ts';

/** Turns frames of 20 ms at 16 kHz into one far side's codec; a stream of its own, since both halves have a memory. */
export class FrameEncoder {
  readonly codec: Codec;
  readonly #encode: (samples: Int16Array) => Uint8Array;

  constructor(codec: Codec) {
    this.codec = codec;
    this.#encode = codec === 'opus' ? opusEncoder() : lawEncoder(codec);
  }

  /** One packet's payload, the caller's own. */
  encode(samples: Int16Array): Uint8Array {
    return this.#encode(samples);
  }
}

function opusEncoder(): (samples: Int16Array) => Uint8Array {
  const opus = openOpus(mixRate);
  return (samples) => opus.encode(samples);
}

function lawEncoder(law: 'PCMU' | 'PCMA'): (samples: Int16Array) => Uint8Array {
  const resampler = new Resampler(mixRate, 8000);
  return (samples) => {
    const narrow = resampler.process(samples);
    const payload = new Uint8Array(narrow.length);
    encodeInto(law, narrow, payload, 0);
    return payload;
  };
}
