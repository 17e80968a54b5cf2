import type { Config } from '../config.ts';
import type { Database } from '../storage/database.ts';
import type { FarFiles } from '../storage/files/far-files.ts';
import type { SecretBox } from '../storage/secret-box.ts';

/** What a command works with. The database is that of the running server, or of one that is started for the moment. */
export interface CommandGround {
  readonly config: Config;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly box: SecretBox;
  /**
   * Files in a bucket, for commands that read or write some; left out, or giving nothing: they lie in the data folder. Rejects with
   * `FilesError` where this shell does not know the bucket.
   */
  readonly openFar?: (() => Promise<FarFiles | undefined>) | undefined;
}

export interface Command {
  /** The words of the command, such as `phone add`. */
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  /** Named values, such as `--user mara@…`; whether they are needed. */
  readonly options: Readonly<Record<string, { readonly needed: boolean; readonly takesValue: boolean }>>;
  /** How many words without a name follow. */
  readonly words: number;
  /** How many more may follow. */
  readonly furtherWords?: number;
  /** Gives what to print. Throws `CommandError` for what the person can mend. */
  run(ground: CommandGround, given: GivenWords): Promise<string>;
}

/** What a command prints, where it did not simply succeed, with the exit code. */
export interface Printed {
  readonly text: string;
  readonly exitCode: number;
}

/** A command that needs no server that runs. */
export interface StandaloneCommand extends Omit<Command, 'run'> {
  run(config: Config, given: GivenWords): Promise<string | Printed>;
}

export interface GivenWords {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

/** The command cannot be done as it was given; the message says why. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Reads the words of a command line. Throws `CommandError` when they don't fit the command. */
export function readWords(
  command: Pick<Command, 'options' | 'usage' | 'words' | 'furtherWords'>,
  given: readonly string[],
): GivenWords {
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? '';
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [name = '', inline] = splitOnce(word.slice(2));
    const option = command.options[name];
    if (!option) throw new CommandError(`There is no option --${name}.\n${command.usage}`);
    if (!option.takesValue) options[name] = 'yes';
    else {
      const value = inline ?? given[++at];
      if (value === undefined || value === '') throw new CommandError(`--${name} needs a value.\n${command.usage}`);
      options[name] = value;
    }
  }
  const missing = Object.entries(command.options).find(([name, { needed }]) => needed && !(name in options));
  if (missing) throw new CommandError(`--${missing[0]} is missing.\n${command.usage}`);
  const most = command.words + (command.furtherWords ?? 0);
  if (words.length < command.words || words.length > most) throw new CommandError(command.usage);
  return { words, options };
}

const splitOnce = (text: string): [string, string | undefined] => {
  const at = text.indexOf('=');
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
};
