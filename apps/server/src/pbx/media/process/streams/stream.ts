import { FrameEncoder } from '../audio/frame-encoder.ts';
import { decodeTable } from '../audio/g711.ts';
import { mixFrame, mixRate } from '../audio/incoming-audio.ts';
import { Resampler } from '../audio/resampler.ts';
import type { FrameWork } from '../frame-clock.ts';
import type { MessageWriter } from './messages.ts';
import { readProgramMessage } from './messages.ts';
import { lawFrame, PlayQueue } from './play-queue.ts';

/** The leg that a program talks with. */
export interface StreamedLeg {
  /** 20 ms of what it says at 16 kHz; null while it may not be heard. */
  speech(tick: number, now: number): Int16Array | null;
  /** Sends it 20 ms at 16 kHz, if it may hear. */
  sendFrame(samples: Int16Array, now: number): void;
}

/** The connection to the program; a WebSocket of `ws` is one. */
interface StreamWire {
  /** Bytes that were sent and not yet taken by the network. */
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(): void;
}

/** How a stream was over by itself. `why` holds nothing that the program wrote. */
export interface StreamEnd {
  readonly end: 'closed' | 'failed';
  readonly why: string;
}

const frameMs = 20;
const pingEveryMs = 5000;
const pongWithinMs = 10_000;
/** More than this waits for no program: what is said meanwhile is left out. */
const mostUnsentBytes = 1_000_000;
const unsentForMs = 5000;
/** 500 a second for two seconds, and far more audio in them than may wait. */
const mostMessages = 1000;
const mostCharacters = 4_000_000;
const messagesWithinMs = 2000;
/** Closed on purpose, with the code for that or, as most programs do, with none (RFC 6455 §7.4.1). */
const properEnd = 1000;
const endWithoutCode = 1005;
/** So long is a loud moment remembered. */
const levelForMs = 2000;

/**
 * One leg's talk with a program: each 20 ms the leg is heard, and what the program sent is played to it. `over` once it
 * ended, however that was; `playingOut` when the program said all it wanted and closed.
 */
export class Stream implements FrameWork {
  readonly #leg: StreamedLeg;
  readonly #wire: StreamWire;
  readonly #messages: MessageWriter;
  readonly #onEnd: (end: StreamEnd) => void;
  readonly #queue = new PlayQueue((name) => this.#send(() => this.#messages.mark(name)));
  readonly #encoder = new FrameEncoder('PCMU');
  readonly #resampler = new Resampler(8000, mixRate);
  readonly #narrow = new Int16Array(lawFrame);
  readonly #beganAt: number;
  #state: 'open' | 'playingOut' | 'over' = 'open';
  #frame: Int16Array = new Int16Array(mixFrame);
  #timestamp = -frameMs;
  #now: number;
  #pingedAt: number;
  #unansweredSince: number | null = null;
  #unsentSince: number | null = null;
  #messagesSince = Number.NEGATIVE_INFINITY;
  #messageCount = 0;
  #characterCount = 0;
  #hasOverflowed = false;
  #peak = 0;
  #peakAt = 0;

  /** Sends the first messages. `onEnd` hears of an end that nobody here asked for. Times in milliseconds. */
  constructor(
    leg: StreamedLeg,
    wire: StreamWire,
    messages: MessageWriter,
    now: number,
    onEnd: (end: StreamEnd) => void,
  ) {
    this.#leg = leg;
    this.#wire = wire;
    this.#messages = messages;
    this.#onEnd = onEnd;
    this.#beganAt = now;
    this.#now = now;
    this.#pingedAt = now;
    wire.send(messages.connected());
    wire.send(messages.start());
  }

  /** What the leg hears of the program in this frame, at 16 kHz; valid until the next one. */
  get frame(): Int16Array {
    return this.#frame;
  }

  /** How loud the program is, 0 to 1. */
  level(now: number): number {
    return now - this.#peakAt > levelForMs ? 0 : this.#peak / 32_768;
  }

  /** A digit of the leg. */
  passDigit(digit: string): void {
    this.#send(() => this.#messages.dtmf(digit));
  }

  onFrame(tick: number, now: number): void {
    if (this.#state === 'over') return;
    this.#now = now;
    if (this.#state === 'playingOut' && this.#queue.isEmpty) {
      this.#end({ end: 'closed', why: 'the program closed the connection' });
      return;
    }
    this.#play(now);
    if (this.#state === 'playingOut') return;
    this.#keepAlive(now);
    this.#timestamp = Math.max(this.#timestamp + frameMs, Math.floor((now - this.#beganAt) / frameMs) * frameMs);
    const speech = this.#leg.speech(tick, now);
    if (speech === null) return;
    const audio = this.#encoder.encode(speech);
    this.#send(() => this.#messages.media(audio, this.#timestamp));
  }

  /** Takes what the program sent; null for anything that is no text. */
  hear(text: string | null, now: number): void {
    if (this.#state !== 'open' || !this.#mayComeNow(now, text?.length ?? 0)) return;
    const message = text === null ? null : readProgramMessage(text, this.#messages.streamSid);
    if (message === null) this.fail('the program sent what is no message of a stream');
    else if (message.event === 'clear') this.#queue.clear();
    else if (message.event === 'mark') {
      if (!this.#queue.mark(message.name)) this.fail('the program asked for too many marks');
    } else if (!this.#queue.add(message.audio, now)) this.#overflow();
  }

  /** A ping of the program is answered, and counts like a message. */
  pinged(now: number): void {
    if (this.#state === 'open') this.#mayComeNow(now, 0);
  }

  /** The program answered a ping. */
  ponged(): void {
    this.#unansweredSince = null;
  }

  /** The connection was closed with this code (RFC 6455 §7.4). What came before is still played after a proper end. */
  closed(code: number): void {
    if (this.#state !== 'open') return;
    if (code === properEnd || code === endWithoutCode) this.#state = 'playingOut';
    else if (code === 1006) this.fail('the connection broke');
    else this.fail(`the program closed the connection with code ${code}`);
  }

  /** Something went wrong that ends the stream. */
  fail(why: string): void {
    this.#end({ end: 'failed', why });
  }

  /** Says goodbye to the program; nobody hears of this end. */
  stop(): void {
    if (this.#state === 'open') this.#send(() => this.#messages.stop());
    this.#state = 'over';
  }

  #play(now: number): void {
    const table = decodeTable('PCMU');
    const audio = this.#queue.next(now);
    for (let i = 0; i < lawFrame; i++) this.#narrow[i] = audio === null ? 0 : (table[audio[i] as number] as number);
    this.#frame = this.#resampler.process(this.#narrow);
    this.#leg.sendFrame(this.#frame, now);
    let peak = 0;
    for (const sample of this.#narrow) peak = Math.max(peak, Math.abs(sample));
    if (peak < this.#peak && now - this.#peakAt <= levelForMs) return;
    this.#peak = peak;
    this.#peakAt = now;
  }

  #keepAlive(now: number): void {
    if (this.#unansweredSince !== null && now - this.#unansweredSince > pongWithinMs) {
      this.fail('the program answers no ping');
    } else if (now - this.#pingedAt >= pingEveryMs) {
      this.#pingedAt = now;
      this.#unansweredSince ??= now;
      this.#wire.ping();
    }
  }

  /** False where that was one too many. */
  #mayComeNow(now: number, characters: number): boolean {
    if (now - this.#messagesSince > messagesWithinMs) {
      this.#messagesSince = now;
      this.#messageCount = 0;
      this.#characterCount = 0;
    }
    this.#messageCount += 1;
    this.#characterCount += characters;
    if (this.#messageCount <= mostMessages && this.#characterCount <= mostCharacters) return true;
    this.fail('the program sent too many messages');
    return false;
  }

  #overflow(): void {
    if (this.#hasOverflowed) {
      this.fail('the program sent more audio than can be played');
      return;
    }
    this.#hasOverflowed = true;
    this.#queue.clear();
  }

  /** `write` is asked only where the message goes out, so that no number is left out. */
  #send(write: () => string): void {
    if (this.#state !== 'open') return;
    if (this.#wire.bufferedAmount <= mostUnsentBytes) {
      this.#unsentSince = null;
      this.#wire.send(write());
      return;
    }
    this.#unsentSince ??= this.#now;
    if (this.#now - this.#unsentSince > unsentForMs) this.fail('the program reads too slowly');
  }

  #end(end: StreamEnd): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#onEnd(end);
  }
}
