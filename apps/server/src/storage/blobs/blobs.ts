// Where files lie by their names: a bucket of an S3 service.
import type { Readable } from 'node:stream';

export interface Blob {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

interface Written {
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Both ends count, from 0; without `to`: up to the end. */
interface ByteRange {
  readonly from: number;
  readonly to?: number;
}

/** Keys are names with slashes between, such as `acc1/recordings/2026/11/r1.wav`. All reject with `BlobError`. */
export interface Blobs {
  /**
   * Keeps what the stream gives under this key, in place of what was there. Durable and whole when it fulfils; until then the
   * earlier one is there, or none. At most `maxPartBytes` are held in memory at a time.
   */
  put(key: string, source: Readable, signal?: AbortSignal): Promise<Written>;
  /** Rejects with MISSING where there is none. */
  get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  /** Null where there is none. */
  stat(key: string): Promise<Blob | null>;
  /** Fulfils also where there is none. */
  remove(key: string): Promise<void>;
  /** What begins with `prefix`, in the order of the keys, beginning after `after`; asked for in pages as they are read. */
  list(prefix: string, after?: string): AsyncGenerator<Blob>;
  /** Rejects where nothing could be kept now. */
  check(): Promise<void>;
  close(): void;
}

/** A stream of unknown length goes to a bucket in parts of this size; ten thousand of them are 160 GB. */
export const maxPartBytes = 16 * 1024 * 1024;

/**
 * `MISSING`: there is none. `REFUSED`: the service does not let us, so trying again changes nothing until somebody mends it. `AWAY`:
 * it cannot be reached, or answers that it cannot now. `DAMAGED`: not what it should be.
 */
export type BlobErrorCode = 'MISSING' | 'REFUSED' | 'AWAY' | 'DAMAGED';

export class BlobError extends Error {
  readonly code: BlobErrorCode;
  constructor(code: BlobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Throws RangeError for what cannot name a file, or leads elsewhere. */
export function checkedKey(key: string): string {
  const parts = key.split('/');
  const isPlain = key.length <= 700 && parts.every((part) => /^[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,200}$/.test(part));
  if (!isPlain) throw new RangeError('a key cannot name a file');
  return key;
}
