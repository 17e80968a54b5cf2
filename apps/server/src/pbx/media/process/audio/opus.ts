import { Decoder, Encoder } from '@evan/opus';

/** Opus, mono, at the rate it was opened with; the library resamples inside. */
export interface OpusCodec {
  /** Samples of one packet; 10 to 60 ms of them. */
  decode(packet: Uint8Array): Int16Array;
  /**
   * One packet from 20 ms of samples. The bytes may be given again and must not be changed. `isFirst`: some
   * listener has heard another encoder until now, so nothing in it may depend on earlier packets.
   */
  encode(samples: Int16Array, isFirst?: boolean): Uint8Array;
}

/**
 * Opens a stream of its own; each half is made at its first use, since a stream mostly runs one way. 8 kHz is all that
 * G.711 on the other side can carry; mixing and recording take 16.
 */
export function openOpus(sampleRate: 8000 | 16_000 = 8000): OpusCodec {
  let decoder: Decoder | undefined;
  let encoder: SteadyEncoder | undefined;
  return {
    decode: (packet) => {
      decoder ??= new Decoder({ channels: 1, sample_rate: sampleRate });
      const bytes = decoder.decode(packet);
      return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    },
    encode: (samples, isFirst = false) => {
      encoder ??= new SteadyEncoder(openEncoder(sampleRate));
      return encoder.encode(samples, isFirst);
    },
  };
}

/** The size of a packet that says nothing but silence. */
const silenceBytes = 3;
/** After so many of them an encoder and its decoders no longer remember what came before. */
const silencesToForget = 4;

/**
 * An encoder whose silence costs nothing. In a long silence the library works with numbers so small that processors take
 * twenty times as long for them; but then all packets are alike, and further ones leave both ends as they are.
 */
class SteadyEncoder {
  readonly #encoder: Encoder;
  #silences = 0;
  #silence: Uint8Array = new Uint8Array(0);

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
  }

  encode(samples: Int16Array, isFirst: boolean): Uint8Array {
    const isSilent = isSilence(samples);
    if (isSilent && this.#silences >= silencesToForget) return this.#silence;
    if (isFirst) this.#encoder.prediction_disabled = true;
    const packet = this.#encoder.encode(samples);
    if (isFirst) this.#encoder.prediction_disabled = false;
    this.#silences = isSilent && packet.length <= silenceBytes ? this.#silences + 1 : 0;
    this.#silence = packet;
    return packet;
  }
}

function isSilence(samples: Int16Array): boolean {
  for (let i = 0; i < samples.length; i++) if (samples[i] !== 0) return false;
  return true;
}

function openEncoder(sampleRate: 8000 | 16_000): Encoder {
  // Low delay is Opus without its speech predictor: it carries tones and music as well as voices, recovers at once when
  // a stream is cut and joined again, and costs half the CPU time. At 32 kbit/s it is still half of what G.711 takes.
  const encoder = new Encoder({ channels: 1, sample_rate: sampleRate, application: 'restricted_lowdelay' });
  encoder.bitrate = 32_000;
  encoder.complexity = 3;
  return encoder;
}
