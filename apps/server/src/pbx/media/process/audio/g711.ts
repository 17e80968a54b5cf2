/** ITU-T G.711 by tables: 16-bit linear samples on one side, µ-law or A-law bytes on the other. */

export type Law = 'PCMU' | 'PCMA';

export const isLaw = (codec: string): codec is Law => codec === 'PCMU' || codec === 'PCMA';

/** The byte of silence. */
export const silenceOf: Readonly<Record<Law, number>> = { PCMU: 0xff, PCMA: 0xd5 };

const decodeTables: Readonly<Record<Law, Int16Array>> = {
  PCMU: Int16Array.from({ length: 256 }, (_, byte) => decodeMu(byte)),
  PCMA: Int16Array.from({ length: 256 }, (_, byte) => decodeA(byte)),
};

// 14 bits are all that either law resolves, so one table of 16,384 bytes encodes every sample without a branch.
const encodeTables: Readonly<Record<Law, Uint8Array>> = {
  PCMU: Uint8Array.from({ length: 16_384 }, (_, index) => encodeMu((index - 8192) * 4)),
  PCMA: Uint8Array.from({ length: 16_384 }, (_, index) => encodeA((index - 8192) * 4)),
};

const crossTables: Readonly<Record<Law, Uint8Array>> = {
  PCMU: Uint8Array.from({ length: 256 }, (_, byte) => encodeSample('PCMA', decodeTables.PCMU[byte] ?? 0)),
  PCMA: Uint8Array.from({ length: 256 }, (_, byte) => encodeSample('PCMU', decodeTables.PCMA[byte] ?? 0)),
};

/** Sample of each byte of a law. */
export function decodeTable(law: Law): Int16Array {
  return decodeTables[law];
}

/** Rewrites bytes of `from` into the other law, in place. */
export function crossInPlace(from: Law, bytes: Uint8Array, start: number, end: number): void {
  const table = crossTables[from];
  for (let i = start; i < end; i++) bytes[i] = table[bytes[i] as number] as number;
}

/** Encodes samples into `into` from `start` on. */
export function encodeInto(law: Law, samples: Int16Array, into: Uint8Array, start: number): void {
  const table = encodeTables[law];
  for (let i = 0; i < samples.length; i++) into[start + i] = table[((samples[i] as number) >> 2) + 8192] as number;
}

export function encodeSample(law: Law, sample: number): number {
  return encodeTables[law][(sample >> 2) + 8192] ?? silenceOf[law];
}

function decodeMu(byte: number): number {
  const inverted = ~byte & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4);
  return (inverted & 0x80) !== 0 ? 0x84 - magnitude : magnitude - 0x84;
}

function decodeA(byte: number): number {
  const toggled = byte ^ 0x55;
  const segment = (toggled & 0x70) >> 4;
  const step = ((toggled & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return (toggled & 0x80) !== 0 ? magnitude : -magnitude;
}

function encodeMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84;
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}

function encodeA(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  const magnitude = Math.min(sample >= 0 ? sample : -sample - 1, 32_767) >> 3;
  const exponent = Math.max(0, 27 - Math.clz32(magnitude));
  const mantissa = exponent < 2 ? magnitude >> 1 : magnitude >> exponent;
  return (sign | (exponent << 4) | (mantissa & 0x0f)) ^ 0x55;
}
