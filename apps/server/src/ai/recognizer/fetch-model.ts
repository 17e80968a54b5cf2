import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Reach } from '../../reach/reach.ts';
import { ReachError } from '../../reach/reach-error.ts';
import { bytesOf, isOffered, type ModelFile, type RecognizerModel } from './models.ts';

/**
 * Why a model is not here. `noSums`: nobody knows what its files should be. `noSpace`: the disk is too full. `wrongSum`: its
 * bytes are others. `changed`: it has another length at its address. `noParts`: that server gives whole files only.
 */
type FetchModelCode =
  | 'noSums'
  | 'noSpace'
  | 'wrongSum'
  | 'changed'
  | 'noParts'
  | 'refused'
  | 'unreachable'
  | 'privateHost'
  | 'busy';

/** A code and nothing else: jobs keep what is thrown. */
export class FetchModelError extends Error {
  readonly code: FetchModelCode;

  constructor(code: FetchModelCode) {
    super(`model: ${code}`);
    this.name = 'FetchModelError';
    this.code = code;
  }
}

export interface FetchModelOptions {
  /** Where models lie, each in a folder of its id. */
  readonly folder: string;
  readonly reach: Reach;
  /** An address of the house's own, which has `{id}/{file}`. */
  readonly mirror?: string | null;
  /** Bytes of a request. */
  readonly partBytes?: number;
}

interface ModelProgress {
  readonly bytes: number;
  readonly of: number;
}

interface RoomForModel {
  readonly loadedBytes: number;
  readonly freeBytes: number;
  readonly neededBytes: number;
}

/** Fetches models, one at a time. */
export interface ModelFetcher {
  /** Goes on where it was. Who asks for the model that is on its way waits for it. Throws `FetchModelError`. */
  fetch(model: RecognizerModel, onProgress: (progress: ModelProgress) => void, signal: AbortSignal): Promise<void>;
  /** Whether all files of a model are here. */
  isHere(model: RecognizerModel): Promise<boolean>;
  /** What of a model is on the disk, what is free there, and what has to be before the rest can come. */
  room(model: RecognizerModel): Promise<RoomForModel>;
  remove(model: RecognizerModel): Promise<void>;
}

type KnownFile = ModelFile & { readonly bytes: number; readonly sha256: string };

const usualPart = 8 * 1024 * 1024;
const partWithinMs = 120_000;
/** So much of what is missing has to be free. */
const spare = 1.2;

/** Fetches nothing yet. */
export function modelFetcher(options: FetchModelOptions): ModelFetcher {
  let current: { readonly id: string; readonly done: Promise<void> } | null = null;
  const folderOf = ({ id }: RecognizerModel) => join(options.folder, id);

  return {
    fetch(model, onProgress, signal) {
      if (current !== null) return current.id === model.id ? current.done : Promise.reject(new FetchModelError('busy'));
      const done = fetchAll(model, folderOf(model), options, onProgress, signal).finally(() => {
        current = null;
      });
      current = { id: model.id, done };
      return done;
    },
    async isHere(model) {
      const sizes = await Promise.all(model.files.map(({ name }) => sizeOf(join(folderOf(model), name))));
      return model.files.every(({ bytes }, at) => bytes !== null && sizes[at] === bytes);
    },
    room: (model) => roomFor(model, folderOf(model)),
    async remove(model) {
      await rm(folderOf(model), { recursive: true, force: true });
    },
  };
}

async function fetchAll(
  model: RecognizerModel,
  folder: string,
  options: FetchModelOptions,
  onProgress: (progress: ModelProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!isOffered(model)) throw new FetchModelError('noSums');
  const files = model.files as readonly KnownFile[];
  const of = bytesOf(model);
  await mkdir(folder, { recursive: true });
  const here = await Promise.all(files.map(async ({ name }) => (await sizeOf(join(folder, name))) ?? 0));
  const { freeBytes, neededBytes } = await roomFor(model, folder);
  if (freeBytes < neededBytes) throw new FetchModelError('noSpace');
  let before = 0;
  for (const [at, file] of files.entries()) {
    const report = (bytes: number) => onProgress({ bytes: before + bytes, of });
    if (here[at] !== file.bytes)
      await fetchFile(urlOf(model, file, options), file, folder, { ...options, report, signal });
    before += file.bytes;
    onProgress({ bytes: before, of });
  }
}

const urlOf = ({ id }: RecognizerModel, { name, url }: KnownFile, { mirror }: FetchModelOptions): string =>
  mirror ? `${mirror.replace(/\/+$/, '')}/${id}/${encodeURIComponent(name)}` : url;

interface Fetching extends FetchModelOptions {
  readonly report: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Writes a file part by part and sums it up on the way; it gets its name when the sum is right. */
async function fetchFile(url: string, file: KnownFile, folder: string, fetching: Fetching): Promise<void> {
  const part = join(folder, `${file.name}.part`);
  if (((await sizeOf(part)) ?? 0) > file.bytes) await rm(part);
  const hash = createHash('sha256');
  let have = await hashed(part, hash);
  const handle = await open(part, 'a');
  try {
    while (have < file.bytes) {
      const bytes = await partAt(url, have, file.bytes, fetching);
      await handle.appendFile(bytes);
      hash.update(bytes);
      have += bytes.length;
      fetching.report(have);
    }
    await handle.sync();
  } catch (error) {
    throw (error as { code?: string }).code === 'ENOSPC' ? new FetchModelError('noSpace') : error;
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== file.sha256) {
    await rm(part);
    throw new FetchModelError('wrongSum');
  }
  await rename(part, join(folder, file.name));
}

/** The next bytes of a file: a part, or the whole of a small one from a server that gives no parts. */
async function partAt(
  url: string,
  from: number,
  of: number,
  { reach, signal, partBytes = usualPart }: Fetching,
): Promise<Buffer> {
  const to = Math.min(of, from + partBytes) - 1;
  const headers = { range: `bytes=${from}-${to}`, 'accept-encoding': 'identity' };
  const fetch = reach.within({ withinMs: partWithinMs, mostBytes: partBytes });
  const response = await fetch(url, { headers, signal }).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw new FetchModelError(codeOf(error));
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status === 206) {
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const isSame = Number(start) === from && (total === '*' || Number(total) === of) && bytes.length === to - from + 1;
    if (!isSame) throw new FetchModelError('changed');
    return bytes;
  }
  if (response.status === 200) {
    if (bytes.length !== of) throw new FetchModelError('changed');
    return bytes.subarray(from);
  }
  throw new FetchModelError(response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused');
}

function codeOf(error: unknown): FetchModelCode {
  if (!(error instanceof ReachError)) return 'unreachable';
  if (error.code === 'tooLarge') return 'noParts';
  return error.code === 'privateHost' || error.code === 'insecure' ? 'privateHost' : 'unreachable';
}

/** Sums up what is there already; how much that is. */
async function hashed(path: string, hash: Hash): Promise<number> {
  const size = (await sizeOf(path)) ?? 0;
  if (size > 0) for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return size;
}

const sizeOf = async (path: string): Promise<number | null> =>
  await stat(path).then(
    ({ size }) => size,
    () => null,
  );

async function roomFor({ files }: RecognizerModel, folder: string): Promise<RoomForModel> {
  const loaded = await Promise.all(
    files.map(async ({ name, bytes }) => {
      const size = (await sizeOf(join(folder, name))) ?? (await sizeOf(join(folder, `${name}.part`))) ?? 0;
      return Math.min(size, bytes ?? 0);
    }),
  );
  const loadedBytes = loaded.reduce((sum, each) => sum + each, 0);
  const missing = bytesOf({ files }) - loadedBytes;
  return { loadedBytes, freeBytes: await freeBytesAt(folder), neededBytes: Math.ceil(missing * spare) };
}

/** Of the nearest folder that is there. */
async function freeBytesAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = dirname(folder);
    if ((error as { code?: string }).code !== 'ENOENT' || above === folder) throw error;
    return await freeBytesAt(above);
  }
}
