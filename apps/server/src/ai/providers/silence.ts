import type { SpeechPiece } from './speech.ts';

const sampleRate = 16_000;

/** A second of nothing, to ask a service whether it would work. */
export const silence: SpeechPiece = { wav: silentWav(), seconds: 1, language: null, words: [] };

function silentWav(): Uint8Array {
  const bytes = sampleRate * 2;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}
