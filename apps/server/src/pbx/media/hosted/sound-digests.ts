import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { MediaError } from '../media.ts';
import { mostSoundBytes } from './file-protocol.ts';

interface Digest {
  readonly sha256: string;
  readonly bytes: number;
}

/** More files than a carrier plays within a day. */
const mostKnown = 10_000;

/** What is in sound files: each is read once, and again only when it has changed. */
export function soundDigests() {
  const known = new Map<string, { readonly version: string; readonly digest: Promise<Digest> }>();
  return {
    /** Throws `MediaError` BAD_SOUND_FILE for a file that is not there, empty or too large. */
    async of(path: string): Promise<Digest> {
      const { size, mtimeMs } = await stat(path).catch((cause: unknown) => {
        throw new MediaError('BAD_SOUND_FILE', 'the sound file cannot be read', { cause });
      });
      if (size === 0 || size > mostSoundBytes) {
        throw new MediaError('BAD_SOUND_FILE', `the sound file has ${size} bytes`);
      }
      const version = `${size} ${mtimeMs}`;
      const before = known.get(path);
      known.delete(path);
      const entry = before?.version === version ? before : { version, digest: digestOf(path) };
      known.set(path, entry); // the newest stands last
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
      return await entry.digest.catch((cause: unknown) => {
        if (known.get(path) === entry) known.delete(path);
        throw new MediaError('BAD_SOUND_FILE', 'the sound file cannot be read', { cause });
      });
    },
  };
}

export type SoundDigests = ReturnType<typeof soundDigests>;

/** Of a file, piece by piece, so that what shares the process is not kept waiting. */
export async function digestOf(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
