import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { KeptRecordings } from './kept-recordings.ts';
import { SoundCache } from './sound-cache.ts';

const sweepEveryMs = 60 * 60_000;
/** A carrier that has not fetched a recording by then has given it up a week before. */
const keptDays = 14;

/** The folder of a media process that shares no disk with its carriers. */
export interface OwnFolder {
  readonly sounds: SoundCache;
  /** Recordings of a node. `isOpen`: it is still being written. */
  recordingsOf(node: string, isOpen: (recordingId: string) => boolean): KeptRecordings;
}

interface OwnFolderSettings {
  readonly folder: string;
  readonly mostSoundBytes: number;
}

/** Opens it, and tidies it up every hour. */
export async function openOwnFolder({ folder, mostSoundBytes }: OwnFolderSettings, log: Logger): Promise<OwnFolder> {
  const recordings = join(folder, 'recordings');
  await mkdir(recordings, { recursive: true, mode: 0o700 });
  const sounds = await SoundCache.open(join(folder, 'sounds'), mostSoundBytes);
  const sweep = async () => {
    await sounds.sweep();
    await sweepRecordings(recordings, log);
  };
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'media: tidying up failed, trying later');
  void sweep().catch(onTrouble);
  setInterval(() => void sweep().catch(onTrouble), sweepEveryMs).unref();
  return {
    sounds,
    recordingsOf: (node, isOpen) => new KeptRecordings(join(recordings, folderOf(node)), isOpen),
  };
}

/** A node is what its carrier calls it, `..` as well. */
const folderOf = (node: string): string => encodeURIComponent(node).replaceAll('.', '%2E');

/** Removes what nobody has fetched for long; what is being recorded is written to all the time. */
export async function sweepRecordings(folder: string, log: Pick<Logger, 'warn' | 'info'>, now = Date.now()) {
  let waiting = 0;
  for (const node of await readdir(folder)) {
    // A sound before its note.
    for (const name of (await readdir(join(folder, node))).sort().reverse()) {
      const path = join(folder, node, name);
      const there = await stat(path).catch(() => null);
      if (!there) continue;
      if (now - there.mtimeMs < keptDays * 24 * 60 * 60_000) {
        if (name.endsWith('.wav')) waiting += 1;
        continue;
      }
      // A note is as old as the beginning of its recording.
      if (name.endsWith('.json') && (await stat(path.replace(/json$/, 'wav')).catch(() => null))) continue;
      await rm(path, { force: true });
      if (name.endsWith('.wav')) log.warn({ node, recordingId: name.slice(0, -4) }, 'media: recording given up');
    }
  }
  if (waiting > 0) log.info({ recordings: waiting }, 'media: recordings are kept until they are fetched');
  return waiting;
}
