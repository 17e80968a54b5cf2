import { Ticker } from './ticker.ts';

const frameMs = 20;

/** Something done once in each frame of 20 ms. `now` in milliseconds. */
export interface FrameWork {
  onFrame(tick: number, now: number): void;
}

/** Beats every 20 ms: first what mixes, then what records the mix. */
export class FrameClock {
  readonly #ticker = new Ticker(frameMs);
  readonly #onError: (error: unknown) => void;
  readonly #mixing = new Set<FrameWork>();
  readonly #recording = new Set<FrameWork>();
  readonly #onTick = (now: number) => this.#beat(now);
  #isRunning = false;
  #tick = 0;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(kind: 'mixing' | 'recording', work: FrameWork): void {
    (kind === 'mixing' ? this.#mixing : this.#recording).add(work);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#ticker.add(this.#onTick);
  }

  remove(work: FrameWork): void {
    this.#mixing.delete(work);
    this.#recording.delete(work);
  }

  #beat(now: number): void {
    if (this.#mixing.size === 0 && this.#recording.size === 0) {
      this.#isRunning = false;
      this.#ticker.remove(this.#onTick);
      return;
    }
    this.#tick += 1;
    for (const works of [this.#mixing, this.#recording]) {
      for (const work of works) {
        try {
          work.onFrame(this.#tick, now);
        } catch (error) {
          // One beat is lost; all calls share this clock, so the fault goes no further.
          this.#onError(error);
        }
      }
    }
  }
}
