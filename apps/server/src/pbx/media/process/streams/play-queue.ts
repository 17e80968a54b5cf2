/** Bytes of 20 ms of μ-law at 8 kHz. */
export const lawFrame = 160;
/** Two minutes: models make speech faster than it is spoken. */
const mostBytes = 120 * 8000;
/** A program that sends in step with time gets this much ahead before it is played, so that a late packet is no hole. */
const aheadMs = 60;
const aheadBytes = (aheadMs / 1000) * 8000;
/** Marks that wait for their audio. */
const mostMarks = 1000;

interface Mark {
  readonly name: string;
  /** Bytes from the beginning of the stream that are to be played before. */
  readonly after: number;
}

/** What a program sent and nobody has heard yet, in μ-law at 8 kHz, with the marks in between. */
export class PlayQueue {
  readonly #onMark: (name: string) => void;
  readonly #pieces: Uint8Array[] = [];
  /** Bytes of the first piece that were played. */
  #playedOfFirst = 0;
  #taken = 0;
  #played = 0;
  #marks: Mark[] = [];
  /** Since when the first audio after a break waits; null while it is played. */
  #waitsSince: number | null = null;
  #isPlaying = false;

  /** `onMark` hears the name of each mark once all before it is played or cleared. */
  constructor(onMark: (name: string) => void) {
    this.#onMark = onMark;
  }

  get isEmpty(): boolean {
    return this.#taken === this.#played && this.#marks.length === 0;
  }

  /** Adds audio; false where that is more than may wait, and then nothing is added. `now` in milliseconds. */
  add(audio: Uint8Array, now: number): boolean {
    if (this.#taken - this.#played + audio.length > mostBytes) return false;
    if (audio.length === 0) return true;
    this.#pieces.push(audio);
    this.#taken += audio.length;
    if (!this.#isPlaying) this.#waitsSince ??= now;
    return true;
  }

  /** Asks for a mark after all that was added; false where too many wait. */
  mark(name: string): boolean {
    if (this.#taken === this.#played && this.#marks.length === 0) this.#onMark(name);
    else if (this.#marks.length >= mostMarks) return false;
    else this.#marks.push({ name, after: this.#taken });
    return true;
  }

  /** Forgets all audio that waits, and gives every mark back. */
  clear(): void {
    this.#pieces.length = 0;
    this.#playedOfFirst = 0;
    this.#played = this.#taken;
    this.#pause();
    this.#giveBack();
  }

  /** The next 20 ms, the last of an utterance filled up with silence; null where nothing is to be played. */
  next(now: number): Uint8Array | null {
    this.#giveBack(); // the frame before this one has been heard by now
    if (this.#taken === this.#played) {
      this.#pause();
      return null;
    }
    if (!this.#isPlaying && !this.#mayBegin(now)) return null;
    this.#isPlaying = true;
    this.#waitsSince = null;
    const frame = new Uint8Array(lawFrame).fill(0xff);
    let at = 0;
    for (let piece = this.#pieces[0]; piece !== undefined && at < lawFrame; piece = this.#pieces[0]) {
      const part = piece.subarray(this.#playedOfFirst, this.#playedOfFirst + lawFrame - at);
      frame.set(part, at);
      at += part.length;
      this.#playedOfFirst += part.length;
      if (this.#playedOfFirst < piece.length) break;
      this.#pieces.shift();
      this.#playedOfFirst = 0;
    }
    this.#played += at;
    return frame;
  }

  #mayBegin(now: number): boolean {
    return this.#taken - this.#played >= aheadBytes || now - (this.#waitsSince ?? now) >= aheadMs;
  }

  #pause(): void {
    this.#isPlaying = false;
    this.#waitsSince = null;
  }

  #giveBack(): void {
    while (this.#marks[0] !== undefined && this.#marks[0].after <= this.#played) {
      const [{ name }] = this.#marks.splice(0, 1) as [Mark];
      this.#onMark(name);
    }
  }
}
