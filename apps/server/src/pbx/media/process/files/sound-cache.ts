import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoundContent } from '../../hosted/file-protocol.ts';
import { soundDigests } from '../../hosted/sound-digests.ts';
import { MediaError } from '../../media.ts';
import type { Params } from '../../protocol.ts';
import { programSounds } from '../../sounds.ts';

/** A sound that is coming. */
interface Coming {
  readonly part: string;
  readonly hash: Hash;
  at: number;
}

/** Sounds that may be coming at the same time; of more than that, some were left. */
const mostComing = 50;
/** What somebody has just asked for is not taken away. */
const restMs = 60_000;
const keptUnusedMs = 30 * 24 * 60 * 60_000;

/**
 * Sounds that carriers have given, by their content: each is stored once for all of them. They go when there are too many,
 * those that were played longest ago first, or when nobody has played them for a month.
 */
export class SoundCache {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #programs = soundDigests();
  readonly #coming = new Map<string, Coming>();
  #parts = 0;

  private constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  static async open(folder: string, mostBytes: number): Promise<SoundCache> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name));
    return new SoundCache(folder, mostBytes);
  }

  /** Where the sound lies. Throws `MediaError` SOUND_WANTED where it has to be given first. */
  async find(content: SoundContent): Promise<string> {
    const path = (await this.#ofProgram(content)) ?? this.#pathOf(content.sha256);
    const there = await stat(path).catch(() => null);
    if (there?.size !== content.bytes) throw new MediaError('SOUND_WANTED', 'the sound is not here');
    // The time of change stays: by it `SoundFiles` knows the file that it has read already.
    if (path.startsWith(this.#folder)) await utimes(path, new Date(), there.mtime);
    return path;
  }

  /** A piece from a node; with the last one the sound is there. Throws `MediaError` BAD_SOUND_FILE for another content. */
  async put(node: string, { sha256, bytes, offset, data }: Params<'putSound'>): Promise<void> {
    const key = `${node} ${sha256}`;
    if (offset === 0) await this.#begin(key);
    const coming = this.#coming.get(key);
    const piece = Buffer.from(data, 'base64');
    if (coming?.at !== offset || piece.length === 0 || offset + piece.length > bytes) {
      throw new MediaError('INTERNAL', 'a piece of a sound out of its turn');
    }
    coming.at += piece.length;
    coming.hash.update(piece);
    await writeFile(coming.part, piece, { flag: 'a', mode: 0o600 });
    if (coming.at < bytes) return;
    this.#coming.delete(key);
    if (coming.hash.digest('hex') !== sha256) {
      await rm(coming.part, { force: true });
      throw new MediaError('BAD_SOUND_FILE', 'what came is not the sound that was named');
    }
    await sync(coming.part);
    await rename(coming.part, this.#pathOf(sha256));
    await this.#makeRoom(this.#mostBytes);
  }

  /** It was played once, and that was all. */
  async drop({ sha256 }: SoundContent): Promise<void> {
    await rm(this.#pathOf(sha256), { force: true });
  }

  /** Removes what nobody has played for long. */
  async sweep(now = Date.now()): Promise<void> {
    for (const { path, usedMs } of await this.#list()) if (now - usedMs > keptUnusedMs) await rm(path, { force: true });
    await this.#makeRoom(this.#mostBytes);
  }

  async #ofProgram({ sha256, program }: SoundContent): Promise<string | undefined> {
    if (program === undefined) return undefined;
    const path = join(programSounds, program);
    const own = await this.#programs.of(path).catch(() => null);
    return own?.sha256 === sha256 ? path : undefined;
  }

  #pathOf(sha256: string): string {
    return join(this.#folder, `${sha256}.wav`);
  }

  /** The same sound may have broken off before. */
  async #begin(key: string): Promise<void> {
    const left = this.#coming.get(key);
    this.#coming.delete(key);
    const [oldest] = this.#coming;
    const given = oldest && this.#coming.size >= mostComing ? oldest : undefined;
    if (given) this.#coming.delete(given[0]);
    this.#coming.set(key, { part: join(this.#folder, `${++this.#parts}.part`), hash: createHash('sha256'), at: 0 });
    for (const each of [left, given?.[1]]) if (each) await rm(each.part, { force: true });
  }

  async #makeRoom(mostBytes: number): Promise<void> {
    const there = await this.#list();
    let held = there.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { path, bytes, usedMs } of there) {
      if (held <= mostBytes || Date.now() - usedMs < restMs) return;
      await rm(path, { force: true });
      held -= bytes;
    }
  }

  /** In the order in which they were last asked for. */
  async #list() {
    const found: { path: string; bytes: number; usedMs: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const there = name.endsWith('.wav') ? await stat(path).catch(() => null) : null;
      if (there) found.push({ path, bytes: there.size, usedMs: there.atimeMs });
    }
    return found.sort((a, b) => a.usedMs - b.usedMs);
  }
}

/** After a loss of power, a name with nothing behind it would be taken for the sound. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
