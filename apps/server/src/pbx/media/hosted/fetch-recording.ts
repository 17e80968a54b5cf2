import { createHash, type Hash } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MediaError } from '../media.ts';
import type { Ask } from './asking.ts';
import { chunkBytes } from './file-protocol.ts';

/** Of a long recording the whole is read for it. */
const sumWithinMs = 120_000;

/**
 * Fetches a recording that is complete from the media process that has it, to this path, and has it dropped there. What an
 * earlier try or an earlier life brought is gone on with; the file has its name once every byte of it was checked. Gives
 * how many bytes came. Rejects with `MediaError`, or with what the disk says.
 */
export async function fetchRecording(ask: Ask, recordingId: string, path: string): Promise<number> {
  let fetched = 0;
  if (!(await isThere(path))) {
    const whole = await ask('sumRecording', { recordingId }, sumWithinMs);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}.fetched`;
    const file = await open(part, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      // What an earlier life left may be damaged: then the second time begins with nothing.
      const sum = await fill(file, ask, recordingId, whole.bytes);
      if (sum !== whole.sha256 && (await afresh(file, ask, recordingId, whole.bytes)) !== whole.sha256) {
        await file.truncate(0);
        throw new MediaError('INTERNAL', 'what came of the recording is not what was recorded');
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
    await syncFolder(dirname(path));
    fetched = whole.bytes;
  }
  await ask('dropRecording', { recordingId });
  return fetched;
}

async function afresh(file: FileHandle, ask: Ask, recordingId: string, bytes: number): Promise<string> {
  await file.truncate(0);
  return await fill(file, ask, recordingId, bytes);
}

/** Fetches what is missing, and gives the digest of the whole. */
async function fill(file: FileHandle, ask: Ask, recordingId: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  let offset = await takeIn(file, hash, bytes);
  while (offset < bytes) {
    const length = Math.min(chunkBytes, bytes - offset);
    const { data } = await ask('readRecording', { recordingId, offset, length });
    const piece = Buffer.from(data, 'base64');
    if (piece.length !== length) throw new MediaError('INTERNAL', 'a piece of the recording has another length');
    for (let done = 0; done < piece.length; ) {
      done += (await file.write(piece, done, piece.length - done, offset + done)).bytesWritten;
    }
    hash.update(piece);
    offset += piece.length;
  }
  return hash.digest('hex');
}

/** What is there already; a file that is longer than it may be is emptied. */
async function takeIn(file: FileHandle, hash: Hash, bytes: number): Promise<number> {
  const { size } = await file.stat();
  if (size > bytes) await file.truncate(0);
  const piece = Buffer.allocUnsafe(chunkBytes);
  let offset = 0;
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, piece.length, offset);
    if (bytesRead === 0) return offset;
    hash.update(piece.subarray(0, bytesRead));
    offset += bytesRead;
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Makes the name outlast a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
