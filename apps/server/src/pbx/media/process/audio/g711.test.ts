import { expect, test } from 'vitest';
import { crossInPlace, decodeTable, encodeInto, encodeSample, silenceOf } from './g711.ts';

test('every byte of both laws comes back as itself', () => {
  for (const law of ['PCMU', 'PCMA'] as const) {
    for (let byte = 0; byte < 256; byte++) {
      const again = encodeSample(law, decodeTable(law)[byte] ?? 0);
      // µ-law has two zeros, which sound alike.
      if (law === 'PCMU' && byte === 0x7f) expect(again).toBe(0xff);
      else expect([law, byte, again]).toEqual([law, byte, byte]);
    }
  }
});

test('samples of the standard are hit', () => {
  expect([decodeTable('PCMU')[0x00], decodeTable('PCMU')[0x80], decodeTable('PCMU')[0xff]]).toEqual([
    -32_124, 32_124, 0,
  ]);
  expect([decodeTable('PCMA')[0x2a], decodeTable('PCMA')[0xaa], decodeTable('PCMA')[0xd5]]).toEqual([
    -32_256, 32_256, 8,
  ]);
  expect([encodeSample('PCMU', 0), encodeSample('PCMA', 0)]).toEqual([silenceOf.PCMU, silenceOf.PCMA]);
});

test('the loudest samples are kept in bounds', () => {
  const into = new Uint8Array(2);
  encodeInto('PCMU', Int16Array.of(32_767, -32_768), into, 0);
  expect([...into]).toEqual([0x80, 0x00]);
  encodeInto('PCMA', Int16Array.of(32_767, -32_768), into, 0);
  expect([...into]).toEqual([0xaa, 0x2a]);
});

test('from one law to the other and back a byte stays near', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const crossed = Uint8Array.from(bytes);
  crossInPlace('PCMA', crossed, 0, 256);
  crossInPlace('PCMU', crossed, 0, 256);
  for (const [index, byte] of bytes.entries()) {
    const before = decodeTable('PCMA')[byte] ?? 0;
    const after = decodeTable('PCMA')[crossed[index] ?? 0] ?? 0;
    expect(Math.abs(before - after)).toBeLessThanOrEqual(Math.abs(before) / 8 + 16);
  }
});
