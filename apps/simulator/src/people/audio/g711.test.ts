import { shareAt } from '@sidetone/signals/spectrum.ts';
import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { decode, encode, type Law } from './g711.ts';

const laws: readonly Law[] = ['PCMU', 'PCMA'];

test('every byte comes back as it was, but for the two zeros of the µ-law', () => {
  for (const law of laws) {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const again = encode(law, decode(law, bytes));
    expect(Array.from(again).filter((byte, index) => byte !== index)).toEqual(law === 'PCMU' ? [255] : []);
  }
});

test('silence is the byte that the standard names', () => {
  expect(encode('PCMU', [0])[0]).toBe(0xff);
  expect(encode('PCMA', [0])[0]).toBe(0xd5);
});

test('a tone stays a tone', () => {
  for (const law of laws) {
    const heard = decode(law, encode(law, sine(440, 0.5, 8000)));
    expect(shareAt(440, heard, 8000)).toBeGreaterThan(0.99);
  }
});

test('more than full scale is full scale', () => {
  for (const law of laws) expect(encode(law, [3, -3])).toEqual(encode(law, [1, -1]));
});
