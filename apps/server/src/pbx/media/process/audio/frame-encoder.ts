import type { Codec } from '../../media.ts';
import { encodeInto } from './g711.ts';
import { G722Encoder } from './g722.ts';
import { mixRate } from './incoming-audio.ts';
import { openOpus } from './opus.ts';
import { Resampler } from './resampler.ts';

type Encode = (samples: Int16Array, isFirst: boolean) => Uint8Array;

/** Turns frames of 20 ms at 16 kHz into one far side's codec; a stream of its own, since both halves have a memory. */
export class FrameEncoder {
  readonly codec: Codec;
  readonly #encode: Encode;

  constructor(codec: Codec) {
    this.codec = codec;
    this.#encode = encoderOf(codec);
  }

  /** One packet's payload. It may be given again and must not be changed. */
  encode(samples: Int16Array): Uint8Array {
    return this.#encode(samples, false);
  }

  /** The same where some far side heard another encoder up to now. */
  encodeFirst(samples: Int16Array): Uint8Array {
    return this.#encode(samples, true);
  }

  /** The same where this encoder has not heard the frame before, so that there is no seam. */
  encodeFrom(before: Int16Array, samples: Int16Array): Uint8Array {
    this.#encode(before, false);
    return this.#encode(samples, true);
  }
}

function encoderOf(codec: Codec): Encode {
  if (codec === 'opus') return opusEncoder();
  if (codec !== 'G722') return lawEncoder(codec);
  const g722 = new G722Encoder();
  return (samples) => g722.encode(samples);
}

function opusEncoder(): Encode {
  const opus = openOpus(mixRate);
  return (samples, isFirst) => opus.encode(samples, isFirst);
}

function lawEncoder(law: 'PCMU' | 'PCMA'): Encode {
  const resampler = new Resampler(mixRate, 8000);
  return (samples) => {
    const narrow = resampler.process(samples);
    const payload = new Uint8Array(narrow.length);
    encodeInto(law, narrow, payload, 0);
    return payload;
  };
}
