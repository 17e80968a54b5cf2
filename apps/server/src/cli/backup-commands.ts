import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { writeBackup } from '../backup/back-up.ts';
import { BackupError, type BackupProgress } from '../backup/format.ts';
import { storedFile } from '../backup/places/folder-place.ts';
import { openPlace } from '../backup/places/open-place.ts';
import type { StoredBackup } from '../backup/places/place.ts';
import { readBackupHead, restoreBackup } from '../backup/restore.ts';
import { lookRecorded } from '../backup/schedule/look-recorded.ts';
import { nextMoment } from '../backup/schedule/rules.ts';
import { backupRuns, hasRuns } from '../backup/schedule/runs.ts';
import { diskOfTables, type VerifyFound, verifyBackup } from '../backup/verify/verify-backup.ts';
import type { Config } from '../config.ts';
import { urlOf } from '../storage/database.ts';
import { columns } from '../supervisor/columns.ts';
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
    const passphrase = await passphraseOf(options['passphrase-file'] ?? config, true);
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
  usage: 'restore <file>|latest [--passphrase-file <file>] [--force]',
  about: 'restore a backup, or the newest in BACKUP_TO, while Sidetone is stopped',
  options: { ...passphraseFile, force: { needed: false, takesValue: false } },
  words: 1,
  async run(config, { words, options }) {
    const { stored } = await inWords(() => backupNamed(config, words[0] ?? ''));
    const passphrase = await passphraseOf(options['passphrase-file'] ?? config, false);
    const shown = progressLine('Restoring');
    const head = await inWords(async () => {
      // What is known before anything starts is said before anything starts.
      await readBackupHead(stored, passphrase);
      return await withStopped(config, (db) =>
        restoreBackup(stored, passphrase, db, {
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

const verify: StandaloneCommand = {
  name: 'backup verify',
  usage: 'backup verify [<file>|latest] [--passphrase-file <file>]',
  about: 'restore a backup into a database that is thrown away, and say what was found',
  options: passphraseFile,
  words: 0,
  furtherWords: 1,
  async run(config, { words, options }) {
    const { stored, place, file } = await inWords(() => backupNamed(config, words[0] ?? 'latest'));
    const passphrase = await passphraseOf(options['passphrase-file'] ?? config, false);
    const shown = progressLine('Trying the backup');
    const found = await inWords(() =>
      withDatabase(config, (db) =>
        lookRecorded({ db, node: config.nodeName, place, file }, () =>
          verifyBackup(stored, passphrase, {
            url: urlOf(db),
            spaceIn: diskOfTables(config.dataDir),
            onProgress: shown.show,
          }),
        ),
      ),
    ).finally(shown.end);
    return { text: verifiedText(`${place}/${file}`, found), exitCode: found.wrong.length === 0 ? 0 : 1 };
  },
};

const verifiedText = (name: string, found: VerifyFound): string =>
  [
    `${name}, made by Sidetone ${found.release} on ${shownTime(new Date(found.madeAt))}:`,
    `  ${found.rows} rows in ${found.tables} tables, ${found.files} files, ${found.sounds} of them sounds, ${found.seals} sealed secrets opened, in ${found.seconds} s.`,
    ...found.wrong.map((words) => `  WRONG: ${words}`),
    found.wrong.length === 0 ? 'This backup can be restored.' : 'Do not rely on this backup; make another one.',
  ].join('\n');

const schedule: StandaloneCommand = {
  name: 'backup schedule',
  usage: 'backup schedule',
  about: 'say when backups are made by themselves, and list those of the last weeks',
  options: {},
  words: 0,
  async run(config) {
    const runs = await inWords(() =>
      withDatabase(config, async (db) => ((await hasRuns(db)) ? await backupRuns(db).all() : [])),
    );
    const listed = runs.map(({ begunAt, kind, state, place, file, bytes, failure }) => [
      shownTime(begunAt),
      kind,
      state,
      state === 'ready' && kind === 'backup' ? `${Math.ceil(bytes / 1e6)} MB` : '',
      `${place}/${file}`,
      failure ?? '',
    ]);
    return [scheduleText(config), ...(listed.length > 0 ? [columns(listed).join('\n')] : [])].join('\n');
  },
};

const scheduleText = ({ backup: { schedule: set } }: Config): string => {
  if (set === undefined) return 'No backups are made by themselves: BACKUP_AT is not set.';
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `The next backup is due at ${nextMoment(set.at, new Date()).toString()}, by the time zone of this server, ${timeZone}.`;
};

const shownTime = (at: Date): string => `${at.toISOString().replace('T', ' ').slice(0, 16)} UTC`;

export const backupCommands: readonly StandaloneCommand[] = [backUp, verify, schedule, restore];

interface Named {
  readonly stored: StoredBackup;
  readonly place: string;
  readonly file: string;
}

/** A file of this machine, or the newest backup in `BACKUP_TO`, or else of those made in the browser. Throws `BackupError`. */
async function backupNamed({ backup: { to }, dataDir }: Config, word: string): Promise<Named> {
  if (word !== 'latest') {
    const path = resolve(word);
    const stored = await storedFile(path);
    if (!stored) throw new CommandError(`The file ${path} does not exist.`);
    return { stored, place: dirname(path), file: basename(path) };
  }
  const place = openPlace(to ?? { kind: 'folder', folder: join(dataDir, 'backups') });
  for (const file of await place.names()) {
    const stored = await place.read(file);
    if (stored) return { stored, place: place.shown, file };
  }
  throw new BackupError('NO_SUCH_BACKUP', `there is none in ${place.shown}`);
}

/** Faults that a person can mend as words alone. */
const inWords = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError || error instanceof StartError) throw new CommandError(textOf(error));
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new CommandError('The disk is full. Nothing was changed.');
    if (code === 'EACCES' || code === 'ENOENT' || code === 'EROFS') throw new CommandError((error as Error).message);
    throw error;
  }
};

/** With its code, by which it can be looked up. */
const textOf = (error: BackupError | StartError): string =>
  error instanceof BackupError ? `${error.message} (${error.code})` : error.message;

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
