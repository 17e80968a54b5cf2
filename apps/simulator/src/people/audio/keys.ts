const keysInOrder = '0123456789*#ABCD';
/** Samples at 8 kHz in one step of 20 ms. */
const step = 160;
const stepsPressed = 5;
const stepsBetween = 3;

/** Whether each character is a key of a telephone. */
export function areKeys(text: string): boolean {
  return /^[0-9*#A-D]+$/.test(text);
}

/** One packet of a key press: the payload of RFC 4733 §2.3, and how long before it the key went down, in samples. */
export interface KeyPacket {
  readonly payload: Buffer;
  readonly sinceDown: number;
  readonly isFirst: boolean;
}

/**
 * What to send in each step of 20 ms to press these keys: 100 ms each and 60 ms between, in which nothing is sent. The
 * end goes out three times, since nothing else repeats it (RFC 4733 §2.5.1.4).
 */
export function* pressing(keys: string): Generator<readonly KeyPacket[]> {
  for (const key of keys) {
    const event = keysInOrder.indexOf(key);
    for (let at = 0; at < stepsPressed; at++) {
      yield [{ payload: payloadOf(event, (at + 1) * step, false), sinceDown: at * step, isFirst: at === 0 }];
    }
    const end = {
      payload: payloadOf(event, stepsPressed * step, true),
      sinceDown: stepsPressed * step,
      isFirst: false,
    };
    yield [end, end, end];
    for (let at = 1; at < stepsBetween; at++) yield [];
  }
}

const payloadOf = (event: number, duration: number, isEnd: boolean): Buffer => {
  const volume = 10; // −10 dBm0
  return Buffer.from([event, (isEnd ? 0x80 : 0) | volume, duration >> 8, duration & 0xff]);
};

/** Hears keys in telephone-events: each once, however many packets tell of it. */
export class KeyListener {
  #timestamp: number | undefined;

  /** The key that went down with this packet; undefined for the rest of a press and for events that are no keys. */
  take(timestamp: number, payload: Uint8Array): string | undefined {
    if (payload.length < 4 || timestamp === this.#timestamp) return undefined;
    this.#timestamp = timestamp;
    return keysInOrder[payload[0] ?? 255];
  }
}
