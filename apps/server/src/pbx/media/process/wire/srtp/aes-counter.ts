import { type Cipheriv, createCipheriv } from 'node:crypto';

const blockBytes = 16;
/** Enough for a packet of any usual size; a longer one makes the room grow. */
const usualBlocks = 128;

/**
 * AES in counter mode as SRTP uses it (RFC 3711 §4.1.1). The cipher of a key is set up once and asked for whole
 * blocks, which costs far less for each packet than a cipher of its own.
 */
export class AesCounter {
  readonly #cipher: Cipheriv;
  #blocks = Buffer.alloc(usualBlocks * blockBytes);

  /** `key`: 16 bytes. */
  constructor(key: Buffer) {
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  }

  /** `length` bytes of keystream: the upper 14 bytes of the counter are `iv`, the lower two count from `first`. */
  keystream(iv: Buffer, length: number, first = 0): Buffer {
    const bytes = Math.ceil(length / blockBytes) * blockBytes;
    if (bytes > this.#blocks.length) this.#blocks = Buffer.alloc(bytes);
    const blocks = this.#blocks;
    for (let at = 0, count = first; at < bytes; at += blockBytes, count++) {
      iv.copy(blocks, at, 0, 14);
      blocks[at + 14] = (count >> 8) & 0xff;
      blocks[at + 15] = count & 0xff;
    }
    return this.#cipher.update(blocks.subarray(0, bytes)).subarray(0, length);
  }
}

/** `data` from `start` to `end` is combined with the keystream, in place. */
export function combine(data: Buffer, start: number, end: number, keystream: Buffer): void {
  for (let at = start; at < end; at++) data[at] = (data[at] as number) ^ (keystream[at - start] as number);
}
