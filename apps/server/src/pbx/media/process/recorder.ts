import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { wavHeader } from '@sidetone/wav/wav.ts';
import { wavHeaderLength } from '@sidetone/wav/write-wav.ts';
import { MediaError, type Speaker } from '../media.ts';
import { mixFrame, mixRate, mostMs } from './audio/incoming-audio.ts';
import type { FrameWork } from './frame-clock.ts';

/** Who is written to a file; both where nobody is named. */
interface Wanted {
  readonly path: string;
  readonly speakers?: readonly Speaker[] | undefined;
}

/** The leg that is recorded: what comes from it, and what it would hear of others. */
export interface RecordedLeg {
  speech(tick: number, now: number): Int16Array | null;
  hearing(tick: number, now: number): Int16Array | null;
}

const frameMs = 20;
const shape = { sampleRate: mixRate, channels: 2 };
/** Bytes of one frame of both channels. */
const frameBytes = mixFrame * 4;
/** So much is written at once, twice a second: it is what kill -9 may cost. */
const framesPerWrite = 25;
/** A disk that is this far behind won't come back in time. */
const mostWaitingWrites = 60;
/** Frames of drift between the tick and the wall clock that are no gap. */
const toleratedFrames = 3;

/**
 * Writes one recording, stereo at 16 kHz: left the leg itself, right what it hears of others. Time goes by the wall
 * clock: where nobody spoke, or this process stood still, there is silence; only a pause is left out.
 */
export class Recorder implements FrameWork {
  readonly path: string;
  /** The leg may be another later, when a call goes on over a new one. */
  leg: RecordedLeg;
  readonly #speakers: ReadonlySet<Speaker>;
  readonly #file: FileHandle;
  readonly #onFailed: (error: unknown) => void;
  #block = Buffer.allocUnsafe(frameBytes * framesPerWrite);
  #framesInBlock = 0;
  /** Frames taken since `#since`, when recording began or went on. */
  #frames = 0;
  #since: number | null;
  #writtenBytes = 0;
  #waitingWrites = 0;
  #writing: Promise<void> = Promise.resolve();
  #isOver = false;

  /** Begins a file; throws `MediaError` CANNOT_RECORD where that can't be. */
  static async begin(
    wanted: Wanted,
    leg: RecordedLeg,
    now: number,
    onFailed: (error: unknown) => void,
  ): Promise<Recorder> {
    let file: FileHandle | undefined;
    try {
      file = await open(wanted.path, 'wx', 0o600);
      await writeWhole(file, wavHeader(shape, 0), 0);
      return new Recorder(wanted, file, leg, now, onFailed);
    } catch (cause) {
      await file?.close();
      throw new MediaError('CANNOT_RECORD', `the recording's file cannot be made: ${reasonOf(cause)}`, { cause });
    }
  }

  private constructor(
    { path, speakers = ['USER', 'REMOTE'] }: Wanted,
    file: FileHandle,
    leg: RecordedLeg,
    now: number,
    onFailed: (error: unknown) => void,
  ) {
    this.path = path;
    this.#speakers = new Set(speakers);
    this.leg = leg;
    this.#file = file;
    this.#since = now;
    this.#onFailed = onFailed;
  }

  pause(paused: boolean, now: number): void {
    if (paused === (this.#since === null)) return;
    if (this.#since !== null) this.#fillUp(now);
    this.#since = paused ? null : now;
    this.#frames = 0;
  }

  onFrame(tick: number, now: number): void {
    // Asked for in a pause too, so that both ways stay decoded and what follows has no seam.
    const left = this.leg.speech(tick, now);
    const right = this.leg.hearing(tick, now);
    if (this.#since === null || this.#isOver) return;
    const due = (now - this.#since) / frameMs;
    if (this.#frames > due + toleratedFrames) return; // ticks that were late come in a bunch
    if (this.#frames < due - toleratedFrames) this.#fillUp(now - frameMs);
    // What was said before is none of this recording's business: somebody may only just have agreed to it.
    if (now - this.#since < mostMs) this.#take(null, null);
    else this.#take(this.#speakers.has('USER') ? left : null, this.#speakers.has('REMOTE') ? right : null);
  }

  /** Ends the recording and gives its length. Throws what the disk says; the file then holds what it could. */
  async end(now: number): Promise<{ durationMs: number }> {
    if (this.#since !== null && !this.#isOver) this.#fillUp(now);
    this.#isOver = true;
    this.#flush();
    try {
      await this.#writing;
    } finally {
      await this.#file.close();
    }
    return { durationMs: recordedMs(this.#writtenBytes) };
  }

  /** Silence up to `now`. */
  #fillUp(now: number): void {
    if (this.#since === null) return;
    const due = Math.floor((now - this.#since) / frameMs);
    while (this.#frames < due - 1) this.#take(null, null);
  }

  #take(left: Int16Array | null, right: Int16Array | null): void {
    const at = this.#block.byteOffset + this.#framesInBlock * frameBytes;
    const samples = new Int16Array(this.#block.buffer, at, mixFrame * 2);
    for (let i = 0; i < mixFrame; i++) {
      samples[i * 2] = left === null ? 0 : (left[i] as number);
      samples[i * 2 + 1] = right === null ? 0 : (right[i] as number);
    }
    this.#frames += 1;
    this.#framesInBlock += 1;
    if (this.#framesInBlock === framesPerWrite) this.#flush();
  }

  #flush(): void {
    if (this.#framesInBlock === 0) return;
    const bytes = this.#block.subarray(0, this.#framesInBlock * frameBytes);
    this.#block = Buffer.allocUnsafe(frameBytes * framesPerWrite);
    this.#framesInBlock = 0;
    this.#waitingWrites += 1;
    const tooSlow = this.#waitingWrites > mostWaitingWrites;
    this.#writing = this.#writing.then(() => {
      if (tooSlow) throw new Error('the disk is too slow');
      return this.#write(bytes);
    });
    this.#writing.catch((error: unknown) => this.#fail(error));
  }

  /** First the samples, then the header that counts them: whenever the process dies, the file can be read. */
  async #write(bytes: Buffer): Promise<void> {
    await writeWhole(this.#file, bytes, wavHeaderLength + this.#writtenBytes);
    this.#writtenBytes += bytes.length;
    await writeWhole(this.#file, wavHeader(shape, this.#writtenBytes), 0);
    this.#waitingWrites -= 1;
  }

  #fail(error: unknown): void {
    if (this.#isOver) return; // `end` throws it
    this.#isOver = true;
    this.#onFailed(error);
  }
}

/** How long a recording is whose samples take so many bytes. */
export const recordedMs = (bytes: number): number => (bytes / frameBytes) * frameMs;

async function writeWhole(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** The system's word for what went wrong, without the path, which is nobody's business in a message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
