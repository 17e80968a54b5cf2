/** The two laws of ITU-T G.711. Written apart from the server's, so that a fault of one is not the other's too. */
export type Law = 'PCMU' | 'PCMA';

/** RFC 3551 §6: the payload types that belong to them. */
export const payloadTypeOf: Readonly<Record<Law, number>> = { PCMU: 0, PCMA: 8 };

/** Bytes from samples between −1 and 1. */
export function encode(law: Law, samples: ArrayLike<number>): Buffer {
  const toByte = law === 'PCMU' ? toMu : toA;
  return Buffer.from(Array.from(samples, (sample) => toByte(Math.max(-1, Math.min(1, sample)))));
}

/** Samples between −1 and 1 from bytes. */
export function decode(law: Law, bytes: Uint8Array): Float32Array {
  const table = tables[law];
  return Float32Array.from(bytes, (byte) => table[byte] ?? 0);
}

// Both laws cut the magnitude into eight segments, each twice as wide as the one below, of sixteen steps.
const muSample = (byte: number): number => {
  const code = 255 - byte;
  const magnitude = ((2 * (code % 16) + 33) * 2 ** (Math.floor(code / 16) % 8) - 33) / 8159;
  return code < 128 ? magnitude : -magnitude;
};

const aSample = (byte: number): number => {
  const code = byte ^ 0x55;
  const segment = Math.floor(code / 16) % 8;
  const step = 2 * (code % 16) + 1;
  const magnitude = (segment === 0 ? step : (step + 32) * 2 ** (segment - 1)) / 4096;
  return code >= 128 ? magnitude : -magnitude;
};

const tables: Readonly<Record<Law, Float32Array>> = {
  PCMU: Float32Array.from({ length: 256 }, (_, byte) => muSample(byte)),
  PCMA: Float32Array.from({ length: 256 }, (_, byte) => aSample(byte)),
};

const toMu = (sample: number): number => {
  const magnitude = Math.min(Math.abs(sample) * 8159 + 33, 8191);
  const segment = Math.max(0, Math.floor(Math.log2(magnitude)) - 5);
  const step = Math.floor(magnitude / 2 ** (segment + 1)) - 16;
  return 255 - ((sample < 0 ? 128 : 0) + segment * 16 + step);
};

const toA = (sample: number): number => {
  const magnitude = Math.min(Math.abs(sample) * 4096, 4095);
  const segment = magnitude < 32 ? 0 : Math.floor(Math.log2(magnitude)) - 4;
  const step = segment === 0 ? Math.floor(magnitude / 2) : Math.floor(magnitude / 2 ** segment) - 16;
  return ((sample < 0 ? 0 : 128) + segment * 16 + step) ^ 0x55;
};
