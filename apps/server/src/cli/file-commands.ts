import { pino } from 'pino';
import { type Moved, moveToBucket, moveToFolder } from '../companies/move-files.ts';
import { BlobError } from '../storage/blobs/blobs.ts';
import { FilesError, openFarFiles } from '../storage/files/open-far-files.ts';
import { CommandError, type StandaloneCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const ways = { s3: moveToBucket, folder: moveToFolder } as const;
const isWay = (word: string): word is keyof typeof ways => Object.hasOwn(ways, word);

const move: StandaloneCommand = {
  name: 'files move',
  usage: 'files move --to s3|folder',
  about: 'move the files of this machine to S3, or those of S3 to this machine; can be repeated',
  options: { to: { needed: true, takesValue: true } },
  words: 0,
  async run(config, { options: { to = '' } }) {
    if (!isWay(to)) throw new CommandError('--to is s3 or folder.');
    const { dataDir } = config;
    return await inWords(() =>
      withDatabase(config, async (db) => {
        const far = await openFarFiles({ db, config, log: pino({ level: 'silent' }) });
        if (!far) throw new CommandError('FILES is not set, so it is not known where in S3 files lie.');
        try {
          const moved = await ways[to]({ db, dataDir, far, onProgress });
          return said(to, moved);
        } finally {
          await far.stop();
        }
      }),
    );
  },
};

export const fileCommands: readonly StandaloneCommand[] = [move];

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const onProgress = ({ files, bytes }: Moved): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${files} files, ${megabytes(bytes)}`);
};

const said = (to: keyof typeof ways, { files, bytes, left }: Moved): string => {
  const where = to === 's3' ? 'to S3' : 'to this machine';
  const rest =
    left === 0
      ? ''
      : `\n${left} ${left === 1 ? 'file is' : 'files are'} still in use or elsewhere. Run this again later.`;
  return `Moved ${files} ${files === 1 ? 'file' : 'files'} (${megabytes(bytes)}) ${where}.${rest}`;
};

const inWords = async (work: () => Promise<string>): Promise<string> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BlobError) {
      throw new CommandError(
        `S3 did not do it (${error.message}). Run this again later: files that were moved stay so.`,
      );
    }
    if (error instanceof FilesError) throw new CommandError(error.message);
    throw error;
  }
};
