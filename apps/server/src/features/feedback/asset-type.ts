import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { UserAsset, UserAssetKind } from '@sidetone/contract/entities/feedback.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * What a file is by what is in it, whatever it is called: an image by its first bytes, a log by being text (UTF-8 without
 * a zero). Null for what may not be uploaded as this kind.
 */
export async function assetTypeOf(path: string, kind: UserAssetKind): Promise<UserAsset['contentType'] | null> {
  if (kind === 'log') return (await isText(path)) ? 'text/plain' : null;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(png.length), 0, png.length, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.equals(png)) return 'image/png';
    return head.subarray(0, jpeg.length).equals(jpeg) ? 'image/jpeg' : null;
  } finally {
    await file.close();
  }
}

async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      if ((chunk as Buffer).includes(0)) return false;
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
