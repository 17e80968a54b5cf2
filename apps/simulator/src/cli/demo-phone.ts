import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Account } from '../people/account.ts';
import { WordsError } from './words.ts';

/** A phone that was added for this run alone. */
export interface DemoPhone {
  readonly account: Account;
  /** Whose it is. */
  readonly owner: { readonly name: string; readonly extension: string };
  remove(): Promise<void>;
}

interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly extension: string;
  /** Set for people of the second company, who have no desk phones. */
  readonly classic?: string;
}

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

/**
 * Gives someone of the running demo another phone, by the server's own command line: `wanted` is their e-mail or
 * extension; unless said, the last of the demo people whose extension is not `except`. Throws `WordsError`.
 */
export async function addDemoPhone(wanted: string | undefined, except: string): Promise<DemoPhone> {
  const people = await demoPeople();
  const owner = wanted
    ? people.find(({ email, extension }) => email === wanted || extension === wanted)
    : people.filter(({ extension, classic }) => extension !== except && classic === undefined).at(-1);
  if (!owner) throw new WordsError(`Nobody of the demo is ${wanted ?? 'there to call'}.`);
  const printed = await sidetone('phone', 'add', '--user', owner.email, '--name', 'Simulator', '--json');
  const { username, password, server } = JSON.parse(printed) as Account;
  return {
    account: { username, password, server },
    owner,
    remove: async () => {
      await sidetone('phone', 'remove', username);
    },
  };
}

const demoPeople = async (): Promise<DemoPerson[]> => {
  const folder = resolve(repository, process.env['DATA_DIR'] || 'data');
  try {
    return JSON.parse(await readFile(join(folder, 'demo-sign-ins.json'), 'utf8')) as DemoPerson[];
  } catch (cause) {
    throw new WordsError(`There is no demo in ${folder}. Start it first: npm start`, { cause });
  }
};

const sidetone = async (...words: string[]): Promise<string> => {
  try {
    const { stdout } = await run(process.execPath, ['apps/server/src/cli.ts', ...words], { cwd: repository });
    return stdout;
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new WordsError(stderr?.trim() || 'The command line of Sidetone failed.', { cause });
  }
};
