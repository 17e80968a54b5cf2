import { readdirSync, readFileSync } from 'node:fs';
import { readMono } from '@sidetone/wav/wav.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeInto, type Law } from './g711.ts';
import { KeyToneReceiver } from './key-tones.ts';
import { renderDigit } from './tones.ts';

const order = '0123456789*#ABCD';
const hertzOf: Readonly<Record<string, readonly [number, number]>> = {
  '1': [697, 1209],
  '5': [770, 1336],
  '9': [852, 1477],
  '#': [941, 1477],
  D: [941, 1633],
};

interface Pressed {
  readonly ms?: number;
  readonly low?: number;
  readonly high?: number;
  /** Factors of both frequencies. */
  readonly shift?: number;
}

const silence = (ms: number): number[] => Array.from({ length: ms * 8 }, () => 0);
const press = (key: string, { ms = 50, low = 4000, high = 4000, shift = 1 }: Pressed = {}): number[] => {
  const [row, column] = hertzOf[key] ?? [0, 0];
  return Array.from({ length: ms * 8 }, (_, at) => {
    const turn = (hertz: number) => Math.sin((2 * Math.PI * hertz * shift * at) / 8000);
    return low * turn(row) + high * turn(column);
  });
};

/** What is heard of samples at 8 kHz in packets of 20 ms. */
function hear(samples: ArrayLike<number>, law: Law = 'PCMA', lost: (packet: number) => boolean = () => false): string {
  let heard = '';
  const receiver = new KeyToneReceiver((key) => {
    heard += key;
  });
  const all = Int16Array.from(samples);
  for (let at = 0; at + 160 <= all.length; at += 160) {
    if (lost(at / 160)) continue;
    const payload = new Uint8Array(160);
    encodeInto(law, all.subarray(at, at + 160), payload, 0);
    receiver.take(payload, 0, 160, law, 4711 + at, at / 8);
  }
  receiver.settle(1e9);
  return heard;
}

describe('keys as tones', () => {
  test.each(['PCMA', 'PCMU'] as const)('are heard once each, as we play them ourselves, in %s', (law) => {
    let heard = '';
    const receiver = new KeyToneReceiver((key, durationMs) => {
      expect(durationMs).toBeGreaterThan(70);
      expect(durationMs).toBeLessThan(120);
      heard += key;
    });
    const quiet = new Uint8Array(160).fill(law === 'PCMA' ? 0xd5 : 0xff);
    let timestamp = 0xffff_ff00; // it wraps round on the way
    for (let event = 0; event < 16; event++) {
      for (const frame of [...renderDigit(event, law), quiet, quiet, quiet]) {
        receiver.take(frame, 0, 160, law, timestamp, 0);
        timestamp = (timestamp + 160) >>> 0;
      }
    }
    expect(heard).toBe(order);
  });

  test('are heard from 40 ms on with 40 ms between them, at whatever place of a packet they begin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), (ms) => {
        const two = [...press('5', { ms: 40 }), ...silence(40), ...press('5', { ms: 40 }), ...silence(60)];
        expect(hear([...silence(ms), ...two])).toBe('55');
      }),
    );
  });

  test('are heard quiet and loud, and where one of both tones is weaker', () => {
    for (const level of [200, 16_000])
      expect(hear([...press('9', { low: level, high: level }), ...silence(60)])).toBe('9');
    expect(hear([...press('1', { low: 6000, high: 2700 }), ...silence(60)])).toBe('1');
    expect(hear([...press('1', { low: 3000, high: 4300 }), ...silence(60)])).toBe('1');
    expect(hear([...press('1', { low: 8000, high: 1000 }), ...silence(60)])).toBe('');
  });

  test('may be 1.5 % too high or too low, and not 4 %', () => {
    for (const shift of [0.985, 1.015]) {
      for (const key of ['1', '5', '#', 'D'])
        expect([key, shift, hear([...press(key, { shift }), ...silence(60)])]).toEqual([key, shift, key]);
    }
    for (const shift of [0.96, 1.04]) expect(hear([...press('D', { shift }), ...silence(60)])).toBe('');
  });

  test('are none in 20 ms, and one where a packet in the middle is lost', () => {
    expect(hear([...press('5', { ms: 20 }), ...silence(60)])).toBe('');
    const long = [...press('5', { ms: 200 }), ...silence(80)];
    expect(hear(long, 'PCMA', (packet) => packet === 4)).toBe('5');
  });

  test('are heard through noise 15 dB below them', () => {
    let seed = 1;
    const noise = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed / 2_147_483_647 - 0.5) * 2;
    };
    const samples = [...'159#D'].flatMap((key) => [...press(key, { ms: 60 }), ...silence(60)]);
    expect(hear(samples.map((sample) => sample + noise() * 1200))).toBe('159#D');
  });

  test('are heard once though the sender falls silent without packets', () => {
    let heard = '';
    const receiver = new KeyToneReceiver((key) => {
      heard += key;
    });
    for (const [at, frame] of renderDigit(5, 'PCMA').entries()) receiver.take(frame, 0, 160, 'PCMA', at * 160, at * 20);
    receiver.settle(200);
    expect(heard).toBe('');
    receiver.settle(300);
    expect(heard).toBe('5');
  });
});

test.each(
  readdirSync(new URL('../../../../../assets/sounds/', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.wav'),
  ),
)('no key is heard in what people say and play: %s', (name) => {
  const { samples, sampleRate } = readMono(
    readFileSync(new URL(`../../../../../assets/sounds/${name}`, import.meta.url)),
  );
  const step = sampleRate / 8000;
  const at8 = Array.from(
    { length: Math.floor(samples.length / step) },
    (_, at) => 32_767 * (samples[Math.round(at * step)] ?? 0),
  );
  expect(hear(at8)).toBe('');
});
