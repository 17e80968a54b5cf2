const digitsInOrder = '0123456789*#ABCD';
const toneMs = 100;
/** Whole frames, so that the silence in them joins the digits without a gap. */
const pauseMs = 80;
const packetEveryMs = 20;
/** RFC 4733 §2.5.1.4: the end is sent three times, since nothing else repeats it. */
const endCopies = 3;

/** Hears telephone-events of one leg (RFC 4733): each digit once, however often its packets come. */
export class DtmfReceiver {
  readonly #onDigit: (digit: string, durationMs: number) => void;
  #timestamp = -1;
  #event = 0;
  #duration = 0;
  #clock = 8000;
  #lastAt = 0;
  #isOpen = false;

  constructor(onDigit: (digit: string, durationMs: number) => void) {
    this.#onDigit = onDigit;
  }

  /** One packet's payload; `now` in milliseconds. */
  take(packet: Buffer, start: number, end: number, timestamp: number, clock: number, now: number): void {
    if (end - start < 4) return;
    const event = packet[start] as number;
    const flags = packet[start + 1] as number;
    if (event >= digitsInOrder.length) return; // flash, modem and fax tones are nobody's digits
    if (timestamp !== this.#timestamp) {
      this.#finish(); // the end of the one before was lost
      this.#timestamp = timestamp;
      this.#event = event;
      this.#isOpen = true;
    } else if (!this.#isOpen) return;
    this.#clock = clock;
    this.#duration = packet.readUInt16BE(start + 2);
    this.#lastAt = now;
    if ((flags & 0x80) !== 0) this.#finish();
  }

  /** Called with ordinary audio and now and then: a digit whose end never came is over after a short silence. */
  settle(now: number): void {
    if (this.#isOpen && now - this.#lastAt > 150) this.#finish();
  }

  #finish(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#onDigit(digitsInOrder[this.#event] ?? '', Math.round((this.#duration * 1000) / this.#clock));
  }
}

export interface EventPacket {
  readonly event: number;
  readonly isEnd: boolean;
  /** Of the event so far, in milliseconds. */
  readonly durationMs: number;
  readonly isFirst: boolean;
}

/** Makes telephone-events: 100 ms each, 80 ms between. The caller owns the clock and calls `step` every 10 ms. */
export class DtmfSender {
  /** More would sound for minutes; what comes while so many wait is not sent. */
  static readonly mostWaiting = 256;
  #queue = '';
  #elapsed = 0;

  get isBusy(): boolean {
    return this.#queue !== '';
  }

  add(digits: string): void {
    this.#queue = (this.#queue + digits).slice(0, DtmfSender.mostWaiting);
  }

  clear(): void {
    this.#queue = '';
    this.#elapsed = 0;
  }

  /**
   * The packets that are due now; `stepMs` has passed since the last step. Gives true when a frame of silence is due in
   * the rest after a digit: a browser stands still in the digit before as long as nothing comes.
   */
  step(stepMs: number, emit: (packet: EventPacket) => void): boolean {
    const event = digitsInOrder.indexOf(this.#queue[0] ?? '');
    if (event === -1) {
      this.#queue = '';
      return false;
    }
    const at = this.#elapsed;
    if (at < toneMs && at % packetEveryMs === 0) {
      emit({ event, isEnd: false, isFirst: at === 0, durationMs: at === 0 ? packetEveryMs : at });
    } else if (at === toneMs) {
      for (let copy = 0; copy < endCopies; copy++) emit({ event, isEnd: true, isFirst: false, durationMs: toneMs });
    }
    this.#elapsed += stepMs;
    if (this.#elapsed >= toneMs + pauseMs) {
      this.#elapsed = 0;
      this.#queue = this.#queue.slice(1);
    }
    const rested = at - toneMs;
    return rested >= 0 && rested % packetEveryMs === 0 && rested + packetEveryMs <= pauseMs;
  }
}
