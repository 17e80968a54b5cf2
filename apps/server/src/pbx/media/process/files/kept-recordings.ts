import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wavHeaderLength } from '@sidetone/wav/write-wav.ts';
import { keptRecording, listedAtOnce, recordingPlace } from '../../hosted/file-protocol.ts';
import { digestOf } from '../../hosted/sound-digests.ts';
import { MediaError } from '../../media.ts';
import type { Params, Result } from '../../protocol.ts';
import { recordedMs } from '../recorder.ts';

/** What is noted beside a recording, so that any carrier of its node can fetch it. */
const note = keptRecording.pick({ recordingId: true, endpointId: true, place: true });
const plainId = /^[A-Za-z0-9_-]{1,100}$/;

/** Recordings of one node on the disk of a media host: from their beginning until a carrier says that it has them. */
export class KeptRecordings {
  readonly #folder: string;
  readonly #isOpen: (recordingId: string) => boolean;

  constructor(folder: string, isOpen: (recordingId: string) => boolean) {
    this.#folder = folder;
    this.#isOpen = isOpen;
  }

  /** Gives the path for a new one. Throws `MediaError` CANNOT_RECORD where there is one of this id, or the disk refuses. */
  async begin(order: { recordingId: string; endpointId: string; place?: string | undefined }): Promise<string> {
    const { recordingId, endpointId } = order;
    const place = recordingPlace.safeParse(order.place).data;
    if (!plainId.test(recordingId) || place === undefined) {
      throw new MediaError('CANNOT_RECORD', 'a recording of a media host needs a plain id and a place');
    }
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ recordingId, endpointId, place });
      await writeFile(this.#noteOf(recordingId), text, { flag: 'wx', mode: 0o600, flush: true });
    } catch (cause) {
      const { code = 'UNKNOWN' } = cause as NodeJS.ErrnoException;
      throw new MediaError('CANNOT_RECORD', `the recording's note cannot be made: ${code}`, { cause });
    }
    return this.#soundOf(recordingId);
  }

  /** It did not begin. */
  async giveUp(recordingId: string): Promise<void> {
    await rm(this.#noteOf(recordingId), { force: true });
  }

  async list(after: string): Promise<Result<'listRecordings'>> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
    const following = ids.filter((id) => id > after).sort();
    const recordings: Result<'listRecordings'>['recordings'] = [];
    let at = 0;
    for (; at < following.length && recordings.length < listedAtOnce; at += 1) {
      const found = await this.#read(following[at] ?? '');
      if (found) recordings.push(found);
    }
    return { recordings, isLast: at === following.length };
  }

  /** Throws `MediaError` NO_SUCH_RECORDING, also for one that is still running. */
  async read({ recordingId, offset, length }: Params<'readRecording'>): Promise<Result<'readRecording'>> {
    const file = await open(this.#complete(recordingId)).catch((cause: unknown) => {
      throw noSuch(recordingId, cause);
    });
    try {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
      return { data: buffer.toString('base64', 0, bytesRead) };
    } finally {
      await file.close();
    }
  }

  async sum(recordingId: string): Promise<Result<'sumRecording'>> {
    return await digestOf(this.#complete(recordingId)).catch((cause: unknown) => {
      throw noSuch(recordingId, cause);
    });
  }

  async drop(recordingId: string): Promise<void> {
    await rm(this.#complete(recordingId), { force: true });
    await rm(this.#noteOf(recordingId), { force: true });
  }

  async #read(recordingId: string): Promise<Result<'listRecordings'>['recordings'][number] | undefined> {
    const text = await readFile(this.#noteOf(recordingId), 'utf8').catch(() => '');
    const noted = note.safeParse(jsonOf(text)).data;
    const there = await stat(this.#soundOf(recordingId)).catch(() => null);
    if (noted?.recordingId !== recordingId || !there) return undefined;
    const durationMs = recordedMs(Math.max(0, there.size - wavHeaderLength));
    return { ...noted, durationMs, isComplete: !this.#isOpen(recordingId) };
  }

  #complete(recordingId: string): string {
    if (!plainId.test(recordingId) || this.#isOpen(recordingId)) throw noSuch(recordingId);
    return this.#soundOf(recordingId);
  }

  #soundOf(recordingId: string): string {
    return join(this.#folder, `${recordingId}.wav`);
  }

  #noteOf(recordingId: string): string {
    return join(this.#folder, `${recordingId}.json`);
  }
}

const noSuch = (recordingId: string, cause?: unknown): MediaError =>
  new MediaError('NO_SUCH_RECORDING', `no recording ${recordingId} that is complete`, { cause });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
