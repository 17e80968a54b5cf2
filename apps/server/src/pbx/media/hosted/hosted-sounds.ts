import { open } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MediaError, type Sound } from '../media.ts';
import { programSounds } from '../sounds.ts';
import type { Ask } from './asking.ts';
import { chunkBytes, type SoundContent, soundContent } from './file-protocol.ts';
import { type SoundDigests, soundDigests } from './sound-digests.ts';

type SoundOfFile = Extract<Sound, { readonly file: string }>;

/** How long a call waits for a sound to reach its media process, as it does for one that lies in a bucket. */
const callWaitsMs = 3000;

/**
 * Plays files of the carrier's disk at a media process that does not see it: it is told what is in them, and given what it
 * lacks, once for however many wait.
 */
export class HostedSounds {
  readonly #ask: Ask;
  readonly #root: string;
  readonly #log: Logger | undefined;
  readonly #digests: SoundDigests = soundDigests();
  readonly #programs = new Map<string, SoundContent>();
  readonly #giving = new Map<string, Promise<void>>();
  /** What is being found for an endpoint; an order that came later counts. */
  readonly #waiting = new Map<string, symbol>();

  constructor(ask: Ask, root: string, log: Logger | undefined) {
    this.#ask = ask;
    this.#root = root;
    this.#log = log;
  }

  /** Something else is played there: what is still being found is not. */
  superseded(endpointId: string): void {
    this.#waiting.delete(endpointId);
  }

  /** Throws `MediaError`; BAD_SOUND_FILE also where the sound does not reach the media process in time. */
  async play(endpointId: string, { file, loop }: SoundOfFile): Promise<void> {
    const mine = Symbol(endpointId);
    this.#waiting.set(endpointId, mine);
    const isWanted = () => this.#waiting.get(endpointId) === mine;
    try {
      const content = await this.#contentOf(file);
      if (!isWanted()) return;
      const order = { endpointId, sound: { file, loop, content } };
      if (await this.#isThere(order)) return;
      await this.#inTime(this.#give(file, content));
      if (!isWanted() || (await this.#isThere(order))) return;
      throw new MediaError('BAD_SOUND_FILE', 'the media process does not keep the sound');
    } finally {
      if (isWanted()) this.#waiting.delete(endpointId);
    }
  }

  /** False where the media process lacks it. */
  async #isThere(order: { endpointId: string; sound: SoundOfFile & { readonly content: SoundContent } }) {
    try {
      await this.#ask('play', order);
      return true;
    } catch (error) {
      if (error instanceof MediaError && error.code === 'SOUND_WANTED') return false;
      throw error;
    }
  }

  async #inTime(given: Promise<void>): Promise<void> {
    const isLate = await Promise.race([given, sleep(callWaitsMs, true, { ref: false })]);
    if (isLate !== true) return;
    this.#log?.warn('media: a sound did not reach its media process in time');
    throw new MediaError('BAD_SOUND_FILE', 'the sound did not reach the media process in time');
  }

  async #contentOf(file: string): Promise<SoundContent> {
    const program = relative(programSounds, file).split(sep).join('/');
    if (!soundContent.shape.program.safeParse(program).success) {
      const digest = await this.#digests.of(file);
      return file.startsWith(join(this.#root, 'run', sep)) ? { ...digest, passing: true } : digest;
    }
    // The program does not change while it runs.
    const known = this.#programs.get(file);
    if (known) return known;
    const content = { ...(await this.#digests.of(file)), program };
    this.#programs.set(file, content);
    return content;
  }

  /** One that takes long goes on coming, and the next call has it. */
  #give(file: string, content: SoundContent): Promise<void> {
    const { sha256 } = content;
    const under = this.#giving.get(sha256) ?? this.#send(file, content).finally(() => void this.#giving.delete(sha256));
    this.#giving.set(sha256, under);
    under.catch(() => {}); // who waits no longer hears nothing of it
    return under;
  }

  async #send(path: string, { sha256, bytes }: SoundContent): Promise<void> {
    const file = await open(path);
    try {
      const piece = Buffer.allocUnsafe(Math.min(chunkBytes, bytes));
      for (let offset = 0; offset < bytes; ) {
        const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, bytes - offset), offset);
        if (bytesRead === 0) throw new MediaError('BAD_SOUND_FILE', 'the sound file became shorter');
        const data = piece.toString('base64', 0, bytesRead);
        await this.#ask('putSound', { sha256, bytes, offset, data });
        offset += bytesRead;
      }
    } finally {
      await file.close();
    }
    this.#log?.info({ bytes }, 'media: a sound was given to its media process');
  }
}
