import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { writeBackup } from '../backup/back-up.ts';
import { BackupError, type BackupProgress } from '../backup/format.ts';
import { readBackupHead, restoreBackup } from '../backup/restore.ts';
import { StartError } from '../supervisor/start-error.ts';
import { CommandError, type StandaloneCommand } from './command.ts';
import { passphraseOf } from './passphrase.ts';
import { withDatabase, withStopped } from './with-database.ts';

const passphraseFile = { 'passphrase-file': { needed: false, takesValue: true } };

const backUp: StandaloneCommand = {
  name: 'backup',
  usage: 'backup <file> [--passphrase-file <file>] [--force]',
  about: 'back up everything into one encrypted file, also while Sidetone is running',
  options: { ...passphraseFile, force: { needed: false, takesValue: false } },
  words: 1,
  async run(config, { words, options }) {
    const file = resolve(words[0] ?? '');
    if (existsSync(file) && !('force' in options))
      throw new CommandError(`${file} already exists; use --force to replace it.`);
    const passphrase = await passphraseOf(options['passphrase-file'], true);
    const { dataDir, keyFile } = config;
    const shown = progressLine('Backing up');
    await inWords(() =>
      withDatabase(config, (db) =>
        writeBackup(file, { db, dataDir, keyFile, release: packageJson.version, passphrase, onProgress: shown.show }),
      ),
    ).finally(shown.end);
    return `Everything is in ${file}.\nWithout the passphrase no one can open it, not even you. Keep both, in separate places.`;
  },
};

const restore: StandaloneCommand = {
  name: 'restore',
  usage: 'restore <file> [--passphrase-file <file>] [--force]',
  about: 'restore a backup, while Sidetone is stopped',
  options: { ...passphraseFile, force: { needed: false, takesValue: false } },
  words: 1,
  async run(config, { words, options }) {
    const file = resolve(words[0] ?? '');
    if (!existsSync(file)) throw new CommandError(`The file ${file} does not exist.`);
    const passphrase = await passphraseOf(options['passphrase-file'], false);
    const shown = progressLine('Restoring');
    const head = await inWords(async () => {
      // What is known before anything starts is said before anything starts.
      await readBackupHead(file, passphrase);
      return await withStopped(config, (db) =>
        restoreBackup(file, passphrase, db, {
          dataDir: config.dataDir,
          force: 'force' in options,
          onProgress: shown.show,
        }),
      );
    }).finally(shown.end);
    const madeAt = head.madeAt.replace('T', ' ').slice(0, 16);
    return `Restored what Sidetone ${head.release} had on ${madeAt} UTC into ${config.dataDir}.\nStart it now: npm start`;
  },
};

export const backupCommands: readonly StandaloneCommand[] = [backUp, restore];

/** Faults that a person can mend as words alone. */
const inWords = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError || error instanceof StartError) throw new CommandError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new CommandError('The disk is full. Nothing was changed.');
    if (code === 'EACCES' || code === 'ENOENT' || code === 'EROFS') throw new CommandError((error as Error).message);
    throw error;
  }
};

/** One line of a terminal that tells how far something is; nothing where no person looks. */
const progressLine = (what: string) => {
  let last = '';
  return {
    show({ done, total }: BackupProgress) {
      const text = `${what}: ${total === 0 ? 100 : Math.floor((done / total) * 100)} %`;
      if (!process.stderr.isTTY || text === last) return;
      last = text;
      process.stderr.write(`\r${text}`);
    },
    end: () => void (last === '' || process.stderr.write('\r\x1b[K')),
  };
};
