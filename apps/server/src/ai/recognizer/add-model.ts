import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOffered, type RecognizerModel } from './models.ts';

/** What came of files that somebody brought along. */
export type AddedModel =
  | { readonly outcome: 'added'; readonly model: RecognizerModel }
  /** No model is known that has its files there. */
  | { readonly outcome: 'unknown' }
  /** A file is not what its publisher made. */
  | { readonly outcome: 'otherBytes'; readonly model: RecognizerModel; readonly file: string };

/**
 * Copies a model from a folder to those of this server. Only one whose sums are known is taken, and only when each of its files
 * is byte by byte what its publisher made; nothing is left of another one.
 */
export async function addModel(from: string, models: readonly RecognizerModel[], folder: string): Promise<AddedModel> {
  const model = await modelIn(from, models);
  if (model === null) return { outcome: 'unknown' };
  const to = join(folder, model.id);
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const { name, bytes, sha256 } of model.files) {
    const part = join(to, `${name}.part`);
    const sum = await copied(join(from, name), part);
    if (sum.bytes !== bytes || sum.sha256 !== sha256) {
      await rm(part);
      return { outcome: 'otherBytes', model, file: name };
    }
  }
  // Not before all of them are right: a model is here when its files are.
  for (const { name } of model.files) await rename(join(to, `${name}.part`), join(to, name));
  return { outcome: 'added', model };
}

/** The first model all of whose files are there, by name. */
async function modelIn(from: string, models: readonly RecognizerModel[]): Promise<RecognizerModel | null> {
  for (const model of models.filter(isOffered)) {
    const found = await Promise.all(model.files.map(({ name }) => isFile(join(from, name))));
    if (found.every(Boolean)) return model;
  }
  return null;
}

const isFile = async (path: string): Promise<boolean> =>
  await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function copied(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const sum = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), sum, createWriteStream(to, { mode: 0o600 }));
  return { bytes, sha256: hash.digest('hex') };
}
