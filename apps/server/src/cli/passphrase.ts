import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Config } from '../config.ts';
import { CommandError } from './command.ts';

/**
 * The passphrase of a backup: from the file that is named, from BACKUP_PASSPHRASE or its file, or asked for on the terminal. Never
 * from the command line, which every user of the machine can read.
 */
export async function passphraseOf(from: string | Pick<Config, 'backup'>, twice: boolean): Promise<string> {
  if (typeof from === 'string') return fromFile(from);
  if (from.backup.passphrase !== undefined) return from.backup.passphrase;
  if (!process.stdin.isTTY) {
    throw new CommandError('Set the passphrase in BACKUP_PASSPHRASE, or name a file: --passphrase-file <file>');
  }
  const passphrase = await ask('Passphrase: ');
  if (twice && (await ask('Repeat the passphrase: ')) !== passphrase)
    throw new CommandError('The passphrases do not match.');
  return passphrase;
}

const fromFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(`The passphrase cannot be read: ${(error as Error).message}`);
  }
};

/** Asks on the terminal without showing what is typed. */
const ask = (question: string): Promise<string> =>
  new Promise((resolve, reject) => {
    process.stderr.write(question);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
    lines.once('line', (line) => {
      lines.close();
      process.stderr.write('\n');
      resolve(line);
    });
    lines.once('SIGINT', () => {
      lines.close();
      process.stderr.write('\n');
      reject(new CommandError('Nothing was done.'));
    });
  });
