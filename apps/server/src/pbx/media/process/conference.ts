import { mixFrame } from './audio/incoming-audio.ts';
import type { FrameClock, FrameWork } from './frame-clock.ts';

/** An endpoint as a conference sees it. */
export interface ConferenceMember {
  /** 20 ms of what it says, or null while it may not be heard. */
  speech(tick: number, now: number): Int16Array | null;
  /** Sends it 20 ms of the others, if it may hear. */
  sendFrame(samples: Int16Array, now: number): void;
  /** Makes a digit of another member again towards it, if it may hear. */
  passDigit(digit: string): void;
  /** How loud it is of late, 0 to 1. */
  level(now: number): number;
  /** Tells which conference it is in; null once it is in none. */
  enter(conference: Conference | null): void;
}

interface Seat {
  speech: Int16Array | null;
  readonly mix: Int16Array;
}

/** Mixes its members: each hears the sum of the others. Over once a single member is left. */
export class Conference implements FrameWork {
  readonly #clock: FrameClock;
  readonly #seats = new Map<ConferenceMember, Seat>();
  readonly #sum = new Int32Array(mixFrame);

  constructor(clock: FrameClock, members: readonly ConferenceMember[]) {
    this.#clock = clock;
    for (const member of members) {
      this.#seats.set(member, { speech: null, mix: new Int16Array(mixFrame) });
      member.enter(this);
    }
    clock.add('mixing', this);
  }

  leave(member: ConferenceMember): void {
    if (!this.#seats.delete(member)) return;
    member.enter(null);
    if (this.#seats.size > 1) return;
    this.#clock.remove(this);
    for (const last of this.#seats.keys()) last.enter(null);
    this.#seats.clear();
  }

  othersThan(member: ConferenceMember): ConferenceMember[] {
    return [...this.#seats.keys()].filter((each) => each !== member);
  }

  /** What this member hears of the others in the frame mixed last. */
  mixFor(member: ConferenceMember): Int16Array | null {
    return this.#seats.get(member)?.mix ?? null;
  }

  onFrame(tick: number, now: number): void {
    this.#sum.fill(0);
    for (const [member, seat] of this.#seats) {
      seat.speech = member.speech(tick, now);
      if (seat.speech !== null) add(this.#sum, seat.speech);
    }
    for (const [member, seat] of this.#seats) {
      subtract(this.#sum, seat.speech, seat.mix);
      member.sendFrame(seat.mix, now);
    }
  }
}

function add(sum: Int32Array, samples: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (samples[i] as number);
}

/** Everybody's sum without one's own part; too loud a sum is cut at the largest sample instead of turning over. */
function subtract(sum: Int32Array, own: Int16Array | null, into: Int16Array): void {
  for (let i = 0; i < into.length; i++) {
    const others = (sum[i] as number) - (own === null ? 0 : (own[i] as number));
    into[i] = Math.max(-32_768, Math.min(32_767, others));
  }
}
