/** Taps on each side of the middle, in samples of the slower rate: steep enough to keep speech up to 3.2 of 4 kHz. */
const halfWidth = 16;

/**
 * Changes a stream's sample rate by a polyphase low-pass (windowed sinc), so that nothing folds back into the audible
 * part. Keeps its history from block to block. A block must give a whole number of samples: for every 20 ms it does.
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #tapsPerPhase: number;
  /** One row of taps for each phase, newest sample first. */
  readonly #taps: Float64Array;
  #history: Float64Array;
  #window = new Float64Array(0);

  /** Rates in Hz. */
  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#up = to / divisor;
    this.#down = from / divisor;
    const steps = Math.max(this.#up, this.#down);
    const prototype = lowPass(2 * halfWidth * steps + 1, (0.45 * Math.min(from, to)) / (from * this.#up));
    this.#tapsPerPhase = Math.ceil(prototype.length / this.#up);
    this.#taps = new Float64Array(this.#tapsPerPhase * this.#up);
    for (const [index, tap] of prototype.entries()) {
      const phase = index % this.#up;
      this.#taps[phase * this.#tapsPerPhase + (index - phase) / this.#up] = tap * this.#up;
    }
    this.#history = new Float64Array(this.#tapsPerPhase - 1);
  }

  /** The block at the new rate; the samples are the caller's own. */
  process(input: Int16Array): Int16Array {
    const before = this.#history.length;
    const length = before + input.length;
    if (this.#window.length !== length) this.#window = new Float64Array(length);
    const window = this.#window;
    window.set(this.#history);
    window.set(input, before);
    this.#history = window.slice(input.length);
    const output = new Int16Array((input.length * this.#up) / this.#down);
    const taps = this.#taps;
    const count = this.#tapsPerPhase;
    for (let n = 0; n < output.length; n++) {
      const at = n * this.#down;
      const phase = at % this.#up;
      const newest = before + (at - phase) / this.#up;
      const row = phase * count;
      let sum = 0;
      for (let k = 0; k < count; k++) sum += (taps[row + k] as number) * (window[newest - k] as number);
      output[n] = sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : Math.round(sum);
    }
    return output;
  }
}

/** A Blackman-windowed sinc whose gain at 0 Hz is 1; `cutoff` in parts of the sample rate. */
function lowPass(length: number, cutoff: number): Float64Array {
  const middle = (length - 1) / 2;
  const taps = Float64Array.from({ length }, (_, i) => {
    const x = i - middle;
    const sinc = x === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * x) / (Math.PI * x);
    const turn = (2 * Math.PI * i) / (length - 1);
    return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  });
  const gain = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / gain);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
