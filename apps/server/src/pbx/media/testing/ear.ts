import { powerOf, shareAt, toneIn } from '@sidetone/signals/spectrum.ts';

/** Keeps what a test's person hears and says which tones are in it. Samples are 16-bit. */
export class Ear {
  /** Samples a second. */
  readonly rate: number;
  #samples: number[] = [];
  readonly #waiting: { readonly count: number; readonly done: () => void }[] = [];

  constructor(rate = 8000) {
    this.rate = rate;
  }

  hear(samples: ArrayLike<number>): void {
    for (let i = 0; i < samples.length; i++) this.#samples.push(samples[i] ?? 0);
    for (const [index, { count, done }] of [...this.#waiting.entries()].reverse()) {
      if (this.#samples.length < count) continue;
      this.#waiting.splice(index, 1);
      done();
    }
  }

  /** Forgets what was heard, then listens for `ms` of sound and gives it. */
  async listen(ms: number, timeoutMs = 5000): Promise<Int16Array> {
    this.#samples = [];
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`heard ${(this.#samples.length * 1000) / this.rate} ms instead of ${ms}`));
      }, timeoutMs);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push({ count: (ms * this.rate) / 1000, done });
    });
    return Int16Array.from(this.#samples);
  }

  /** The tone of `candidates` that is heard within the next half second. */
  async tone(candidates: readonly number[]): Promise<number | undefined> {
    await this.listen(100); // what was under way
    return toneIn(await this.listen(500), this.rate, candidates);
  }

  /** Whether nothing, or next to nothing, comes in the given time. */
  async isSilent(ms: number): Promise<boolean> {
    this.#samples = [];
    await new Promise((resolve) => setTimeout(resolve, ms));
    return powerOf(this.#samples) < 10_000;
  }

  /** Share of the power at one frequency in what was heard since the last `listen`. */
  share(hertz: number): number {
    return shareAt(hertz, this.#samples, this.rate);
  }
}
