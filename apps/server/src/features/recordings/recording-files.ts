import { access, chmod, mkdir, rm } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';

/** Where recordings lie within the data folder. */
export const recordingsFolder = (dataDir: string): string => join(dataDir, 'recordings');

/** Letters that ids have; nothing of a path. */
const plainId = /^[A-Za-z0-9_-]{1,100}$/;

/** Where the files of recordings lie, and only there. Paths in the database are relative to the folder. */
export interface RecordingFiles {
  /** The path of a new recording's file, `<account>/<yyyy>/<mm>/<id>.wav`. Throws RangeError for ids with odd letters. */
  pathOf(recording: { recordingId: string; accountId: string; at: Date }): string;
  /** The whole path. Throws RangeError for one that leads out of the folder. */
  whole(path: string): string;
  /** Makes the folder of a file; only we may look into it. */
  makeRoom(path: string): Promise<void>;
  /** Nobody else may read the file. */
  keepPrivate(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Removes a file, if there is one. */
  remove(path: string): Promise<void>;
}

export function recordingFiles(folder: string): RecordingFiles {
  const whole = (path: string): string => {
    const found = join(folder, path);
    if (!found.startsWith(normalize(folder) + sep)) throw new RangeError('a path leads out of the recordings');
    return found;
  };
  return {
    pathOf({ recordingId, accountId, at }) {
      if (!plainId.test(recordingId) || !plainId.test(accountId)) throw new RangeError('an id cannot name a file');
      const [year = '', month = ''] = at.toISOString().split('-');
      return [accountId, year, month, `${recordingId}.wav`].join('/');
    },
    whole,
    async makeRoom(path) {
      await mkdir(dirname(whole(path)), { recursive: true, mode: 0o700 });
    },
    keepPrivate: (path) => chmod(whole(path), 0o600),
    exists: (path) =>
      access(whole(path)).then(
        () => true,
        () => false,
      ),
    remove: (path) => rm(whole(path), { force: true }),
  };
}
