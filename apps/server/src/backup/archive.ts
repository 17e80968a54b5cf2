import { open } from 'node:fs/promises';
import type { Pack } from 'tar-stream';

/** Adds an entry with a text. */
export const put = async (archive: Pack, name: string, text: string): Promise<void> => {
  const body = Buffer.from(text);
  await whenWritten(archive, (done) => archive.entry({ name, size: body.length }, done).end(body));
};

/** Adds a file; false when it has gone in the meantime. One that grows, such as a recording, is kept as long as it is now. */
export const putFile = async (
  archive: Pack,
  name: string,
  path: string,
  tell: (bytes: number) => void,
): Promise<boolean> => {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return false;
  try {
    const { size, mode, mtime } = await handle.stat();
    const header = { name, size, mode: mode & 0o777, mtime };
    await whenWritten(archive, (done) => {
      const entry = archive.entry(header, done);
      const copy = async () => {
        const buffer = Buffer.alloc(256 * 1024);
        for (let at = 0; at < size; ) {
          const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - at), at);
          if (bytesRead === 0) throw new Error(`${path} was cut while it was copied`);
          at += bytesRead;
          const isFull = !entry.write(Buffer.from(buffer.subarray(0, bytesRead)));
          if (isFull) await new Promise<void>((resolve) => entry.once('drain', resolve));
          tell(bytesRead);
        }
        entry.end(null);
      };
      copy().catch(done);
    });
    return true;
  } finally {
    await handle.close();
  }
};

/** Rejects also when nobody reads the archive any longer: its reader would otherwise be waited for. */
const whenWritten = async (archive: Pack, write: (done: (error?: Error | null) => void) => void): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const broken = () => reject(new Error('The archive was given up.'));
  archive.once('close', broken);
  try {
    write((error) => (error ? reject(error) : resolve()));
    await promise;
  } finally {
    archive.off('close', broken);
  }
};
