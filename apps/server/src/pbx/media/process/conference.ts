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

/** Which members of a conference are heard. */
interface Who {
  /** They only listen. */
  readonly silent: ReadonlySet<ConferenceMember>;
  /** Nobody hears the keys of the others. */
  readonly keepsKeys: boolean;
}

/** Everyone is heard, and their keys are. */
export const everybody: Who = { silent: new Set(), keepsKeys: false };

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

/**
 * Somebody who hears the members and is heard by those of `heardBy`: where that is not all of them, what the guest says is no part
 * of the call.
 */
export interface Guest {
  readonly member: ConferenceMember;
  readonly heardBy: ReadonlySet<ConferenceMember>;
}

/** Samples that lie no higher are taken for silence: −72 dB. */
const quietest = 8;
/** A member who has said nothing for this long only listens: a second, so that nobody goes back and forth between words. */
const framesToListen = 50;

/**
 * Mixes its members: each hears the sum of the others, and of a guest where the guest is heard by them. Those who only listen
 * hear the same, which is encoded once. Over once a single member is left besides the guest.
 */
export class Conference implements FrameWork {
  readonly #clock: FrameClock;
  readonly #who: Who;
  readonly #seats = new Map<ConferenceMember, Seat>();
  readonly #listeners = new Map<Codec, Listeners>();
  #guest: Guest | null = null;
  readonly #sum = new Int32Array(mixFrame);
  /** All who speak, in this frame and the one before. */
  #all = new Int16Array(mixFrame);
  #before = new Int16Array(mixFrame);

  constructor(
    clock: FrameClock,
    members: readonly ConferenceMember[],
    who: Who = everybody,
    guest: Guest | null = null,
  ) {
    this.#clock = clock;
    this.#who = who;
    for (const member of members) this.#seat(member);
    this.receive(guest);
    clock.add('mixing', this);
  }

  /** Has this guest from now on, in the place of the one before. */
  receive(guest: Guest | null): void {
    const before = this.#guest;
    this.#guest = guest;
    if (before !== null && before.member !== guest?.member) this.leave(before.member);
    if (guest !== null && !this.#seats.has(guest.member)) this.#seat(guest.member);
  }

  leave(member: ConferenceMember): void {
    if (!this.#seats.delete(member)) return;
    member.enter(null);
    if (this.#guest?.member === member) this.#guest = null;
    if (this.#seats.size > (this.#guest === null ? 1 : 2)) return;
    this.#guest = null;
    this.#clock.remove(this);
    for (const last of this.#seats.keys()) last.enter(null);
    this.#seats.clear();
  }

  get guest(): Guest | null {
    return this.#guest;
  }

  /** Whom this member hears, where they may be heard. */
  othersThan(member: ConferenceMember): ConferenceMember[] {
    return [...this.#seats.keys()].filter((each) => each !== member && this.#hears(member, each));
  }

  /** Those who are heard by this one. */
  heardBy(member: ConferenceMember): ConferenceMember[] {
    return this.othersThan(member).filter((each) => !this.#who.silent.has(each));
  }

  /** Those who hear the keys of this one: nobody those of a guest, who steers with them what is heard. */
  hearKeysOf(member: ConferenceMember): ConferenceMember[] {
    const guest = this.#guest?.member;
    if (this.#who.keepsKeys || this.#who.silent.has(member) || guest === member) return [];
    return [...this.#seats.keys()].filter((each) => each !== member && each !== guest);
  }

  /** What this member hears of the others in the frame mixed last, without a guest whom not everyone hears; nothing for a guest. */
  mixFor(member: ConferenceMember): Int16Array | null {
    const seat = this.#seats.get(member);
    if (seat === undefined) return null;
    const guest = this.#guest;
    const aside = guest === null ? null : (this.#seats.get(guest.member)?.speech ?? null);
    if (guest?.member === member) return null;
    if (guest === null || aside === null || this.#isHeardByAll(guest)) return seat.mix;
    const shared = new Int16Array(mixFrame);
    subtract(this.#sum, seat.speech, shared, aside);
    return shared;
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

  #seat(member: ConferenceMember): void {
    const own = new Int16Array(mixFrame);
    this.#seats.set(member, { speech: null, quietFrames: 0, isListening: false, mix: own, own });
    member.enter(this);
  }

  #hears(listener: ConferenceMember, speaker: ConferenceMember): boolean {
    return this.#guest?.member !== speaker || this.#guest.heardBy.has(listener);
  }

  #isHeardByAll(guest: Guest): boolean {
    return [...this.#seats.keys()].every((each) => each === guest.member || guest.heardBy.has(each));
  }

  /** What a guest says and this member must not hear; null where nothing is to be left out. */
  #asideFor(member: ConferenceMember): Int16Array | null {
    const guest = this.#guest;
    if (guest === null || guest.member === member || guest.heardBy.has(member)) return null;
    return this.#seats.get(guest.member)?.speech ?? null;
  }

  #serve(member: ConferenceMember, seat: Seat, now: number): void {
    const wasListening = seat.isListening;
    const aside = this.#asideFor(member);
    const codec = aside === null && seat.quietFrames > framesToListen ? member.hears : null;
    seat.isListening = codec !== null;
    if (codec !== null) {
      seat.mix = this.#all;
      this.#listenersOf(codec).add(member);
      return;
    }
    seat.mix = seat.own;
    subtract(this.#sum, seat.speech, seat.own, aside);
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

/**
 * Everybody's sum without one's own part and what is said aside; too loud a sum is cut at the largest sample instead of turning
 * over.
 */
function subtract(sum: Int32Array, own: Int16Array | null, into: Int16Array, aside: Int16Array | null = null): void {
  for (let i = 0; i < into.length; i++) {
    let others = (sum[i] as number) - (own === null ? 0 : (own[i] as number));
    if (aside !== null) others -= aside[i] as number;
    // Compared rather than by Math.min and Math.max, which are calls for as long as this is not fully compiled.
    if (others > 32_767) others = 32_767;
    else if (others < -32_768) others = -32_768;
    into[i] = others;
  }
}
