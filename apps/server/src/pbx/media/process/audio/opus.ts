import { Decoder, Encoder } from '@evan/opus';

/** Opus, mono, at the rate it was opened with; the library resamples inside. */
export interface OpusCodec {
  /** Samples of one packet; 10 to 60 ms of them. */
  decode(packet: Uint8Array): Int16Array;
  /** One packet from 20 ms of samples. The bytes are the caller's own. */
  encode(samples: Int16Array): Uint8Array;
}

/**
 * Opens a stream of its own; each half is made at its first use, since a stream mostly runs one way. 8 kHz is all that
 * G.711 on the other side can carry; mixing and recording take 16.
 */
export function openOpus(sampleRate: 8000 | 16_000 = 8000): OpusCodec {
  let decoder: Decoder | undefined;
  let encoder: Encoder | undefined;
  return {
    decode: (packet) => {
      decoder ??= new Decoder({ channels: 1, sample_rate: sampleRate });
      const bytes = decoder.decode(packet);
      return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    },
    encode: (samples) => {
      encoder ??= openEncoder(sampleRate);
      return encoder.encode(samples);
    },
  };
}

function openEncoder(sampleRate: 8000 | 16_000): Encoder {
  // Low delay is Opus without its speech predictor: it carries tones and music as well as voices, recovers at once when
  // a stream is cut and joined again, and costs half the CPU time. At 32 kbit/s it is still half of what G.711 takes.
  const encoder = new Encoder({ channels: 1, sample_rate: sampleRate, application: 'restricted_lowdelay' });
  encoder.bitrate = 32_000;
  encoder.complexity = 3;
  return encoder;
}
