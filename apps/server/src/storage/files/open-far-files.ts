import type { Logger } from 'pino';
import type { FilesConfig } from '../blobs/s3-config.ts';
import type { Database } from '../database.ts';
import { type FarFiles, farFiles } from './far-files.ts';

/** Files cannot be reached as this server is set up, in words for those who run it. */
export class FilesError extends Error {}

interface OpenParts {
  readonly db: Database;
  readonly config: { readonly dataDir: string; readonly files: FilesConfig | undefined };
  readonly log: Logger;
}

/** Undefined where files lie in the data folder. Throws `FilesError` where the database knows of some in a bucket all the same. */
export async function openFarFiles({ db, config, log }: OpenParts): Promise<FarFiles | undefined> {
  const { dataDir, files } = config;
  if (files) {
    // The library of S3 takes its time and memory; most servers never need it.
    const { s3Blobs } = await import('../blobs/s3-blobs.ts');
    return farFiles({ db, blobs: s3Blobs(files), dataDir, cacheBytes: files.cacheBytes, log });
  }
  const row = await db
    .selectFrom('far_files')
    .select('key')
    .where('state', '<>', 'removing')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  throw new FilesError(
    'Files of this database lie in S3, but FILES is not set. Set it as before. To go on without it, bring them back before, with the command files move --to folder',
  );
}
