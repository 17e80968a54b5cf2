import { Readable } from 'node:stream';
import type { Blobs } from '../../storage/blobs/blobs.ts';
import { type BackupPlace, backupName, type StoredBackup } from './place.ts';

/** A bucket of S3. Nothing lies aside on this machine: what is made is sent while it is made. */
export function bucketPlace(
  blobs: Blobs,
  { shown, removeHalf }: Pick<BackupPlace, 'shown' | 'removeHalf'>,
): BackupPlace {
  const stored = async (name: string): Promise<StoredBackup | null> => {
    if (!backupName.test(name)) throw new RangeError('not the name of a backup');
    const there = await blobs.stat(name);
    return there && { bytes: there.bytes, open: () => Readable.from(piecesOf(blobs, name), { objectMode: false }) };
  };
  return {
    shown,
    async write(name, body, signal) {
      let broken: Error | undefined;
      body.once('error', (error) => {
        broken = error;
      });
      try {
        return (await blobs.put(name, body, signal)).bytes;
      } catch (error) {
        // What made the body break off says more than the upload that broke off with it.
        throw broken ?? error;
      } finally {
        body.destroy();
      }
    },
    read: stored,
    bytesOf: async (name) => (await stored(name))?.bytes ?? null,
    async names() {
      const names: string[] = [];
      for await (const { key } of blobs.list('sidetone-')) if (backupName.test(key)) names.push(key);
      return names.sort().reverse();
    },
    remove: (name) => blobs.remove(name),
    removeHalf,
  };
}

async function* piecesOf(blobs: Blobs, name: string): AsyncGenerator<Uint8Array> {
  yield* await blobs.get(name);
}
