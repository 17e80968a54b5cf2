/**
 * ITU-T G.722 at 64 kbit/s: 16 kHz in two bands, each of which predicts its next sample and sends how far it was off. Encoder and
 * decoder count in whole numbers as the recommendation does, so that other devices hear what was meant.
 */

/** The filter that splits a band and joins it again (table 11), half of it, for it is symmetric. */
const mirror = Int32Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11);
/** Decision levels of the lower band, and the codes of each step below and above nothing. */
const levels = [
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121, 1219, 1339,
  1458, 1612, 1765, 1980, 2195, 2557, 2919,
];
const codesBelow = [0, 63, 62, ...down(31, 4)];
const codesAbove = [0, ...down(61, 32)];
/** What a code of four and of six bits of the lower band stands for, and of two bits of the higher. */
const half4 = [20456, 12896, 8968, 6288, 4240, 2584, 1200];
const steps4 = Int32Array.of(0, ...half4.map((step) => -step), ...half4, 0);
const half6 = [
  24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456, 4944, 4464,
  4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728,
];
const steps6 = Int32Array.of(
  ...[-136, -136, -136, -136],
  ...half6.map((step) => -step),
  ...half6,
  ...[432, 136, -432, -136],
);
const steps2 = Int32Array.of(-7408, -1616, 7408, 1616);
/** How a code changes the size of the steps. */
const growth4 = Int32Array.of(-60, 3042, 1198, 538, 334, 172, 58, -30, 3042, 1198, 538, 334, 172, 58, -30, -60);
const growth2 = Int32Array.of(798, -214, 798, -214);
/** Two to the power of n/32, as the size of a step is kept by its logarithm. */
const powers = Int32Array.of(
  ...[2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834],
  ...[2896, 2960, 3025, 3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008],
);

function down(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_none, at) => from - at);
}

const saturate = (value: number): number => (value > 32_767 ? 32_767 : Math.max(value, -32_768));

/** One band: how large its steps are, and what it expects next (blocks 3 and 4 of the recommendation). */
class Band {
  /** The size of a step. */
  step: number;
  /** The sample that is expected. */
  expected = 0;
  readonly #mostLog: number;
  readonly #shift: number;
  #log = 0;
  #zeros = 0;
  /** The last differences and their weights, the newest first; likewise the last samples, and their parts. */
  readonly #d = new Int32Array(7);
  readonly #b = new Int32Array(7);
  readonly #r = new Int32Array(3);
  readonly #a = new Int32Array(3);
  readonly #p = new Int32Array(3);

  constructor(step: number, mostLog: number, shift: number) {
    this.step = step;
    this.#mostLog = mostLog;
    this.#shift = shift;
  }

  /** Takes a difference that both sides know, and how it changes the steps. */
  take(difference: number, growth: number): void {
    const log = ((this.#log * 127) >> 7) + growth;
    this.#log = log < 0 ? 0 : Math.min(log, this.#mostLog);
    const shift = this.#shift - (this.#log >> 11);
    const power = powers[(this.#log >> 6) & 31] as number;
    this.step = (shift < 0 ? power << -shift : power >> shift) << 2;
    this.#predict(difference);
  }

  #predict(difference: number): void {
    const [d, b, r, a, p] = [this.#d, this.#b, this.#r, this.#a, this.#p];
    d[0] = difference;
    r[0] = saturate(this.expected + difference);
    p[0] = saturate(this.#zeros + difference);
    const sign = (p[0] as number) >> 15;
    const isAsBefore = sign === (p[1] as number) >> 15;
    const four = saturate((a[1] as number) << 2);
    const second = Math.min(isAsBefore ? -four : four, 32_767) >> 7;
    let a2 = second + (sign === (p[2] as number) >> 15 ? 128 : -128) + (((a[2] as number) * 32_512) >> 15);
    a2 = a2 > 12_288 ? 12_288 : Math.max(a2, -12_288);
    const bound = saturate(15_360 - a2);
    const a1 = saturate((isAsBefore ? 192 : -192) + (((a[1] as number) * 32_640) >> 15));
    a[1] = a1 > bound ? bound : Math.max(a1, -bound);
    a[2] = a2;
    const by = difference === 0 ? 0 : 128;
    const own = difference >> 15;
    let zeros = 0;
    for (let i = 6; i > 0; i--) {
      const weight = saturate(((d[i] as number) >> 15 === own ? by : -by) + (((b[i] as number) * 32_640) >> 15));
      b[i] = weight;
      const moved = d[i - 1] as number;
      d[i] = moved;
      zeros += (weight * saturate(moved + moved)) >> 15;
    }
    r[2] = r[1] as number;
    r[1] = r[0] as number;
    p[2] = p[1] as number;
    p[1] = p[0] as number;
    const [r1, r2] = [r[1] as number, r[2] as number];
    const poles = saturate((((a[1] as number) * saturate(r1 + r1)) >> 15) + ((a2 * saturate(r2 + r2)) >> 15));
    this.#zeros = saturate(zeros);
    this.expected = saturate(poles + this.#zeros);
  }
}

const lowerBand = () => new Band(32, 18_432, 8);
const higherBand = () => new Band(8, 22_528, 10);

/** Samples of 16 kHz, an even number of them, to half as many bytes. */
export class G722Encoder {
  readonly #low = lowerBand();
  readonly #high = higherBand();
  readonly #x = new Int32Array(24);

  encode(samples: Int16Array): Uint8Array {
    const payload = new Uint8Array(samples.length >> 1);
    const x = this.#x;
    for (let at = 0; at < payload.length; at++) {
      x.copyWithin(0, 2);
      x[22] = samples[2 * at] as number;
      x[23] = samples[2 * at + 1] as number;
      let odd = 0;
      let even = 0;
      for (let i = 0; i < 12; i++) {
        odd += (x[2 * i] as number) * (mirror[i] as number);
        even += (x[2 * i + 1] as number) * (mirror[11 - i] as number);
      }
      payload[at] = (this.#higher((even - odd) >> 14) << 6) | this.#lower((even + odd) >> 14);
    }
    return payload;
  }

  #lower(sample: number): number {
    const low = this.#low;
    const off = saturate(sample - low.expected);
    const size = off >= 0 ? off : -(off + 1);
    let level = 1;
    while (level < 30 && size >= ((levels[level] as number) * low.step) >> 12) level += 1;
    const code = (off < 0 ? codesBelow[level] : codesAbove[level]) as number;
    const short = code >> 2;
    low.take((low.step * (steps4[short] as number)) >> 15, growth4[short] as number);
    return code;
  }

  #higher(sample: number): number {
    const high = this.#high;
    const off = saturate(sample - high.expected);
    const size = off >= 0 ? off : -(off + 1);
    const isFar = size >= (564 * high.step) >> 12;
    const code = off < 0 ? (isFar ? 0 : 1) : isFar ? 2 : 3;
    high.take((high.step * (steps2[code] as number)) >> 15, growth2[code] as number);
    return code;
  }
}

/** Bytes to twice as many samples of 16 kHz. */
export class G722Decoder {
  readonly #low = lowerBand();
  readonly #high = higherBand();
  readonly #x = new Int32Array(24);

  decode(payload: Uint8Array): Int16Array {
    const samples = new Int16Array(payload.length * 2);
    const x = this.#x;
    for (let at = 0; at < payload.length; at++) {
      const code = payload[at] as number;
      const lower = this.#lower(code & 63);
      const higher = this.#higher(code >> 6);
      x.copyWithin(0, 2);
      x[22] = lower + higher;
      x[23] = lower - higher;
      let first = 0;
      let second = 0;
      for (let i = 0; i < 12; i++) {
        second += (x[2 * i] as number) * (mirror[i] as number);
        first += (x[2 * i + 1] as number) * (mirror[11 - i] as number);
      }
      samples[2 * at] = saturate(first >> 11);
      samples[2 * at + 1] = saturate(second >> 11);
    }
    return samples;
  }

  /** Bytes to as many samples of 8 kHz: the lower half of the band, for less than half the work. One decoder does one or the other. */
  decodeLower(payload: Uint8Array): Int16Array {
    const samples = new Int16Array(payload.length);
    // The band's samples have half the size of the sound's.
    for (let at = 0; at < payload.length; at++) samples[at] = saturate(this.#lower((payload[at] as number) & 63) * 2);
    return samples;
  }

  #lower(code: number): number {
    const low = this.#low;
    const sample = low.expected + ((low.step * (steps6[code] as number)) >> 15);
    const short = code >> 2;
    low.take((low.step * (steps4[short] as number)) >> 15, growth4[short] as number);
    return sample > 16_383 ? 16_383 : Math.max(sample, -16_384);
  }

  #higher(code: number): number {
    const high = this.#high;
    const difference = (high.step * (steps2[code] as number)) >> 15;
    const sample = high.expected + difference;
    high.take(difference, growth2[code] as number);
    return sample > 16_383 ? 16_383 : Math.max(sample, -16_384);
  }
}
