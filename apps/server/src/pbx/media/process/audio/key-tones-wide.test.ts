import { readdirSync, readFileSync } from 'node:fs';
import { readMono } from '@sidetone/wav/wav.ts';
import { describe, expect, test } from 'vitest';
import { G722Encoder } from './g722.ts';
import { KeyToneReceiver } from './key-tones.ts';
import { openOpus } from './opus.ts';
import { Resampler } from './resampler.ts';
import { renderDigit } from './tones.ts';

// Keys as tones in the codecs that carry more than a telephone's width; what G.711 carries is in `key-tones.test.ts`.

const rate = 16_000;
const frame = rate / 50;
const order = '0123456789*#ABCD';
const rows = [697, 770, 852, 941];
const columns = [1209, 1336, 1477, 1633];
const hertzOf = (key: string): readonly [number, number] => {
  const at = '123A456B789C*0#D'.indexOf(key);
  return [rows[at >> 2] ?? 0, columns[at & 3] ?? 0];
};

interface Pressed {
  readonly ms?: number;
  readonly low?: number;
  readonly high?: number;
  /** Factors of both frequencies. */
  readonly shift?: number;
}

const silence = (ms: number): number[] => Array.from({ length: (ms * rate) / 1000 }, () => 0);
const press = (key: string, { ms = 50, low = 4000, high = low, shift = 1 }: Pressed = {}): number[] => {
  const [row, column] = hertzOf(key);
  const turn = (hertz: number, at: number) => Math.sin((2 * Math.PI * hertz * shift * at) / rate);
  return Array.from({ length: (ms * rate) / 1000 }, (_none, at) => low * turn(row, at) + high * turn(column, at));
};
/** Numbers between −1 and 1, the same in every run. */
function random(seed: number): () => number {
  let now = seed;
  return () => {
    now = (now * 16_807) % 2_147_483_647;
    return (now / 2_147_483_647 - 0.5) * 2;
  };
}

type Wide = 'G722' | 'opus';
const encoders: Readonly<Record<Wide, () => (samples: Int16Array) => Uint8Array>> = {
  G722: () => {
    const encoder = new G722Encoder();
    return (samples) => encoder.encode(samples);
  },
  opus: () => {
    const encoder = openOpus(rate);
    return (samples) => encoder.encode(samples);
  },
};
const ticksOfFrame: Readonly<Record<Wide, number>> = { G722: 160, opus: 960 };

/** What is heard of samples of 16 kHz in packets of 20 ms. */
function hear(codec: Wide, samples: readonly number[], lost: (packet: number) => boolean = () => false): string {
  let heard = '';
  const receiver = new KeyToneReceiver((key) => {
    heard += key;
  });
  const encode = encoders[codec]();
  const all = Int16Array.from(samples);
  for (let at = 0; at + frame <= all.length; at += frame) {
    const payload = encode(all.subarray(at, at + frame));
    const packet = at / frame;
    if (lost(packet)) continue;
    const timestamp = (0xffff_f000 + packet * ticksOfFrame[codec]) >>> 0; // it wraps round on the way
    receiver.take(payload, 0, payload.length, codec, timestamp, packet * 20);
  }
  receiver.settle(1e9);
  return heard;
}

describe.each(['G722', 'opus'] as const)('keys as tones in %s', (codec) => {
  test('are heard once each, as we play them ourselves', () => {
    let heard = '';
    const receiver = new KeyToneReceiver((key, durationMs) => {
      // Each of ours is encoded by itself, which a decoder in the midst of a stream needs a moment for.
      expect(durationMs).toBeLessThan(120);
      heard += key;
    });
    const quiet = encoders[codec]()(new Int16Array(frame));
    let timestamp = 0;
    for (let event = 0; event < 16; event++) {
      for (const payload of [...renderDigit(event, codec), quiet, quiet, quiet]) {
        receiver.take(payload, 0, payload.length, codec, timestamp, 0);
        timestamp += ticksOfFrame[codec];
      }
    }
    expect(heard).toBe(order);
  });

  const levels = [200, 1000, 4000, 16_000];
  test.each(levels)('are heard at level %i', (level) => {
    const keys = [...order].flatMap((key) => [...press(key, { ms: 60, low: level, high: level }), ...silence(60)]);
    expect(hear(codec, [...silence(100), ...keys, ...silence(60)])).toBe(order);
  });

  // Opus leaves out of quiet sounds what ears would not miss.
  const clear = levels.filter((level) => codec === 'G722' || level >= 4000);
  test.each(clear)('are heard at level %i where one of both tones is weaker, and not quite in tune', (level) => {
    for (const key of ['1', '5', '#', 'D']) {
      const pressed: readonly Pressed[] = [
        { low: level, high: level * 0.45 },
        { low: level * 0.7, high: level },
        { low: level, high: level, shift: 0.985 },
        { low: level, high: level, shift: 1.015 },
      ];
      for (const one of pressed) {
        const sound = [...silence(100), ...press(key, { ms: 60, ...one }), ...silence(80)];
        expect([key, one, hear(codec, sound)]).toEqual([key, one, key]);
      }
    }
  });

  test('are heard through noise 15 dB below them in the whole width, and once where a packet is lost', () => {
    const noise = random(1);
    const samples = [...silence(100), ...[...'159#D'].flatMap((key) => [...press(key, { ms: 60 }), ...silence(60)])];
    expect(
      hear(
        codec,
        samples.map((sample) => sample + noise() * 1200),
      ),
    ).toBe('159#D');
    const long = [...silence(100), ...press('5', { ms: 200 }), ...silence(80)];
    expect(hear(codec, long, (packet) => packet === 9)).toBe('5');
  });

  test('are none with too weak a tone, out of tune, or in 20 ms', () => {
    const alone = (pressed: Pressed) => hear(codec, [...silence(100), ...press('D', pressed), ...silence(80)]);
    expect(alone({ low: 8000, high: 1000 })).toBe('');
    expect(alone({ shift: 0.96 })).toBe('');
    expect(alone({ shift: 1.04 })).toBe('');
    expect(alone({ ms: 20 })).toBe('');
  });
});

/** A minute of what is like speech to a filter: vowels whose pitch glides, with three formants, hissed sounds and pauses. */
function babble(seconds: number): number[] {
  const dice = random(7);
  const between = (least: number, most: number) => least + ((dice() + 1) / 2) * (most - least);
  const sound: number[] = [];
  while (sound.length < seconds * rate) {
    const length = Math.round(between(0.06, 0.3) * rate);
    const kind = dice();
    const [from, to] = [between(90, 260), between(90, 260)];
    const formants = [between(300, 900), between(900, 2300), between(2300, 3200)];
    const gain = (hertz: number) =>
      formants.reduce((sum, at) => sum + 1 / Math.hypot(1 - (hertz / at) ** 2, (hertz * 90) / at ** 2), 0) / 5;
    let turned = 0;
    for (let at = 0; at < length; at++) {
      const pitch = from + ((to - from) * at) / length;
      turned += (2 * Math.PI * pitch) / rate;
      let value = kind > 0.6 ? dice() * 0.5 : 0;
      if (kind > -0.8 && kind <= 0.6)
        for (let nth = 1; nth * pitch < 4000; nth++) value += (gain(nth * pitch) / nth) * Math.sin(nth * turned);
      sound.push(value * 5000 * Math.sin((Math.PI * at) / length));
    }
  }
  return sound;
}

const voices = new URL('../../../../../assets/sounds/', import.meta.url);
/** What callers hear of the product, one after another: three minutes of voices, and music. */
const spoken = (): number[] =>
  readdirSync(voices)
    .filter((name) => name.endsWith('.wav'))
    .flatMap((name) => {
      const { samples, sampleRate } = readMono(readFileSync(new URL(name, voices)));
      const whole = Int16Array.from(samples, (sample) => sample * 32_767);
      return [...(sampleRate === rate ? whole : new Resampler(sampleRate, rate).process(whole))];
    });

test.each(['G722', 'opus'] as const)(
  'no key is heard in minutes of voices, music and what is like them, in %s',
  (codec) => {
    const said = spoken();
    expect(said.length / rate).toBeGreaterThan(120);
    expect(hear(codec, said)).toBe('');
    expect(hear(codec, babble(60))).toBe('');
    const noise = random(3);
    expect(
      hear(
        codec,
        Array.from({ length: 20 * rate }, () => noise() * 8000),
      ),
    ).toBe('');
  },
);

test('a stream that changes its codec within a key ends it there, and what comes then is heard by itself', () => {
  let heard = '';
  const receiver = new KeyToneReceiver((key) => {
    heard += key;
  });
  let at = 0;
  for (const codec of ['PCMA', 'G722', 'PCMU', 'opus'] as const) {
    for (const payload of renderDigit(5, codec)) {
      receiver.take(payload, 0, payload.length, codec, at, at);
      at += codec === 'opus' ? ticksOfFrame.opus : 160;
    }
  }
  receiver.settle(1e9);
  expect(heard).toBe('5555');
});
