import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type Blob, BlobError, type Blobs, checkedKey, maxPartBytes } from './blobs.ts';
import { counting } from './counting.ts';
import type { S3Config } from './s3-config.ts';

/** How long we wait for a service; tests wait less. */
export interface Patience {
  /** For a connection. */
  readonly connectMs: number;
  /** For an answer to a request, whose part has been sent by then. */
  readonly answerMs: number;
  /** For the next bytes. */
  readonly idleMs: number;
  /** How often a request is sent before it has failed; with growing pauses between. */
  readonly attempts: number;
}
const patient: Patience = { connectMs: 5_000, answerMs: 60_000, idleMs: 60_000, attempts: 3 };

/** Files in a bucket, below the prefix that is set. */
export function s3Blobs(config: S3Config, patience: Patience = patient): Blobs {
  const { bucket: Bucket, prefix } = config;
  const client = clientOf(config, patience);
  const at = (key: string) => ({ Bucket, Key: `${prefix}${checkedKey(key)}` });
  const stat = async (key: string): Promise<Blob | null> => {
    const found = await client.send(new HeadObjectCommand(at(key))).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw blobError(error);
    });
    return found && { key, bytes: found.ContentLength ?? 0, changedAt: found.LastModified ?? new Date(0) };
  };
  return {
    async put(key, source, signal) {
      const { counted, written } = counting();
      source.once('error', (error) => counted.destroy(error));
      const params = { ...at(key), Body: source.pipe(counted) };
      // One part at a time; each is signed with its sum, so the service refuses what was damaged on the way.
      const upload = new Upload({ client, params, partSize: maxPartBytes, queueSize: 1 });
      const abort = () => void upload.abort().catch(() => {});
      signal?.addEventListener('abort', abort, { once: true });
      try {
        signal?.throwIfAborted();
        await upload.done();
      } catch (error) {
        source.destroy();
        throw blobError(error);
      } finally {
        signal?.removeEventListener('abort', abort);
      }
      const sent = written();
      const there = await stat(key);
      if (there?.bytes !== sent.bytes) throw new BlobError('DAMAGED', `${key} did not arrive whole`);
      return sent;
    },
    async get(key, range, signal) {
      const Range = range && `bytes=${range.from}-${range.to ?? ''}`;
      const input = { ...at(key), ...(Range !== undefined && { Range }) };
      const found = await client
        .send(new GetObjectCommand(input), signal ? { abortSignal: signal } : {})
        .catch(rethrow);
      return found.Body as Readable;
    },
    stat,
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(rethrow);
    },
    list: (start, after = '') => listed({ client, Bucket, prefix }, start, after),
    async check() {
      await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })).catch(rethrow);
    },
    close: () => client.destroy(),
  };
}

export const clientOf = (config: S3Config, { connectMs, answerMs, idleMs, attempts }: Patience = patient): S3Client =>
  new S3Client({
    region: config.region,
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    forcePathStyle: config.isPathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    maxAttempts: attempts,
    // Many services know no trailing sums; every body of ours is signed with its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
    },
  });

const keysAtOnce = 1000;

async function* listed(
  { client, Bucket, prefix }: { readonly client: S3Client; readonly Bucket: string; readonly prefix: string },
  start: string,
  after: string,
): AsyncGenerator<Blob> {
  for (let last = after; ; ) {
    const asked = { Bucket, Prefix: `${prefix}${start}`, MaxKeys: keysAtOnce };
    const input = { ...asked, ...(last !== '' && { StartAfter: `${prefix}${last}` }) };
    const page = await client.send(new ListObjectsV2Command(input)).catch(rethrow);
    for (const { Key = '', Size, LastModified } of page.Contents ?? []) {
      last = Key.slice(prefix.length);
      yield { key: last, bytes: Size ?? 0, changedAt: LastModified ?? new Date(0) };
    }
    if (page.IsTruncated !== true || !page.Contents?.length) return;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof NoSuchKey ||
  error instanceof NotFound ||
  (error instanceof S3ServiceException && error.name !== 'NoSuchBucket' && error.$metadata.httpStatusCode === 404);

const blobError = (error: unknown): BlobError => {
  if (error instanceof BlobError) return error;
  const given = error instanceof Error ? error : new Error(String(error));
  const options = { cause: given };
  if (isMissing(given)) return new BlobError('MISSING', 'The file is not in the bucket.', options);
  const status = given instanceof S3ServiceException ? (given.$metadata.httpStatusCode ?? 0) : 0;
  const what = [given.name, given.message].filter(Boolean).join(': ');
  // A code of 4xx is about what we asked; 408 and 429 about the moment.
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return new BlobError(isRefused ? 'REFUSED' : 'AWAY', what, options);
};

const rethrow = (error: unknown): never => {
  throw blobError(error);
};
