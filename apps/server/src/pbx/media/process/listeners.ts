import type { Codec } from '../media.ts';
import { FrameEncoder } from './audio/frame-encoder.ts';

/** One of several that hear the same. */
interface Listener {
  /** Sends it 20 ms, encoded. */
  sendPayload(payload: Uint8Array, now: number): void;
}

/** Those of one codec who hear the same: it is encoded once for all of them. */
export class Listeners {
  readonly #codec: Codec;
  #present = new Set<Listener>();
  #earlier = new Set<Listener>();
  #encoder: FrameEncoder | undefined;

  constructor(codec: Codec) {
    this.#codec = codec;
  }

  /** Hears this frame. */
  add(listener: Listener): void {
    this.#present.add(listener);
  }

  /** Sends the frame to all who were added since the last one; `before` is the frame before it. */
  send(samples: Int16Array, before: Int16Array, now: number): void {
    if (this.#present.size === 0) this.#encoder = undefined;
    else {
      const payload = this.#encode(samples, before);
      for (const listener of this.#present) listener.sendPayload(payload, now);
    }
    [this.#present, this.#earlier] = [this.#earlier, this.#present];
    this.#present.clear();
  }

  #encode(samples: Int16Array, before: Int16Array): Uint8Array {
    if (this.#encoder !== undefined && !this.#hasJoined()) return this.#encoder.encode(samples);
    // A listener who joins has heard another encoder until now. One that ran all the time already remembers the frame before.
    if (this.#encoder !== undefined) return this.#encoder.encodeFirst(samples);
    this.#encoder = new FrameEncoder(this.#codec);
    return this.#encoder.encodeFrom(before, samples);
  }

  #hasJoined(): boolean {
    for (const listener of this.#present) if (!this.#earlier.has(listener)) return true;
    return false;
  }
}
