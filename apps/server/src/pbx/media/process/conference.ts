import type { Codec } from '../media.ts';
import { mixFrame } from './audio/incoming-audio.ts';
import type { FrameClock, FrameWork } from './frame-clock.ts';
import { Listeners } from './listeners.ts';

/** An endpoint as a conference sees it. */
export interface ConferenceMember {
  /** 20 ms of what it says, or null while it may not be heard. */
  speech(tick: number, now: number): Int16Array | null;
  /** The codec that it hears at present, or null while it may not. */
  readonly hears: Codec | null;
  /** Sends it 20 ms of the others, if it may hear. `before`: the frame before, where that came as a payload. */
  sendFrame(samples: Int16Array, now: number, before?: Int16Array): void;
  /** Sends it 20 ms of the others in the codec that it hears. */
  sendPayload(payload: Uint8Array, now: number): void;
  /** Makes a digit of another member again towards it, if it may hear. */
  passDigit(digit: string): void;
  /** How loud it is of late, 0 to 1. */
  level(now: number): number;
  /** Tells which conference it is in; null once it is in none. */
  enter(conference: Conference | null): void;
}

/** Who of a conference is heard. */
interface Who {
  /** They only listen. */
  readonly silent: ReadonlySet<ConferenceMember>;
  /** Nobody hears the keys of the others. */
  readonly keepsKeys: boolean;
}

const everybody: Who = { silent: new Set(), keepsKeys: false };

interface Seat {
  /** Null for what nobody could hear. */
  speech: Int16Array | null;
  quietFrames: number;
  /** Whether the last frame was that of all listeners. */
  isListening: boolean;
  /** What it hears: all, or all but itself. */
  mix: Int16Array;
  readonly own: Int16Array;
}

/** Samples that lie no higher are taken for silence: −72 dB. */
const quietest = 8;
/** A member who has said nothing for this long only listens: a second, so that nobody goes back and forth between words. */
const framesToListen = 50;

/**
 * Mixes its members: each hears the sum of the others. Those who only listen hear the same, which is encoded once. Over
 * once a single member is left.
 */
export class Conference implements FrameWork {
  readonly #clock: FrameClock;
  readonly #who: Who;
  readonly #seats = new Map<ConferenceMember, Seat>();
  readonly #listeners = new Map<Codec, Listeners>();
  readonly #sum = new Int32Array(mixFrame);
  /** All who speak, in this frame and the one before. */
  #all = new Int16Array(mixFrame);
  #before = new Int16Array(mixFrame);

  constructor(clock: FrameClock, members: readonly ConferenceMember[], who: Who = everybody) {
    this.#clock = clock;
    this.#who = who;
    for (const member of members) {
      const own = new Int16Array(mixFrame);
      this.#seats.set(member, { speech: null, quietFrames: 0, isListening: false, mix: own, own });
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

  /** Those who are heard by this one. */
  heardBy(member: ConferenceMember): ConferenceMember[] {
    return this.othersThan(member).filter((each) => !this.#who.silent.has(each));
  }

  /** Those who hear the keys of this one. */
  hearKeysOf(member: ConferenceMember): ConferenceMember[] {
    return this.#who.keepsKeys || this.#who.silent.has(member) ? [] : this.othersThan(member);
  }

  /** What this member hears of the others in the frame mixed last. */
  mixFor(member: ConferenceMember): Int16Array | null {
    return this.#seats.get(member)?.mix ?? null;
  }

  onFrame(tick: number, now: number): void {
    this.#sum.fill(0);
    for (const [member, seat] of this.#seats) {
      const speech = member.speech(tick, now);
      const isHeard = speech !== null && !this.#who.silent.has(member) && isAudible(speech);
      seat.speech = isHeard ? speech : null;
      seat.quietFrames = seat.speech === null ? seat.quietFrames + 1 : 0;
      if (seat.speech !== null) add(this.#sum, seat.speech);
    }
    [this.#all, this.#before] = [this.#before, this.#all];
    subtract(this.#sum, null, this.#all);
    for (const [member, seat] of this.#seats) this.#serve(member, seat, now);
    for (const listeners of this.#listeners.values()) listeners.send(this.#all, this.#before, now);
  }

  #serve(member: ConferenceMember, seat: Seat, now: number): void {
    const wasListening = seat.isListening;
    const codec = seat.quietFrames > framesToListen ? member.hears : null;
    seat.isListening = codec !== null;
    if (codec !== null) {
      seat.mix = this.#all;
      this.#listenersOf(codec).add(member);
      return;
    }
    seat.mix = seat.own;
    subtract(this.#sum, seat.speech, seat.own);
    if (wasListening) member.sendFrame(seat.own, now, this.#before);
    else member.sendFrame(seat.own, now);
  }

  #listenersOf(codec: Codec): Listeners {
    const known = this.#listeners.get(codec) ?? new Listeners(codec);
    this.#listeners.set(codec, known);
    return known;
  }
}

function isAudible(samples: Int16Array): boolean {
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number;
    if (sample > quietest || sample < -quietest) return true;
  }
  return false;
}

function add(sum: Int32Array, samples: Int16Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (samples[i] as number);
}

/** Everybody's sum without one's own part; too loud a sum is cut at the largest sample instead of turning over. */
function subtract(sum: Int32Array, own: Int16Array | null, into: Int16Array): void {
  for (let i = 0; i < into.length; i++) {
    let others = (sum[i] as number) - (own === null ? 0 : (own[i] as number));
    // Compared rather than by Math.min and Math.max, which are calls for as long as this is not fully compiled.
    if (others > 32_767) others = 32_767;
    else if (others < -32_768) others = -32_768;
    into[i] = others;
  }
}
