import { parseArgs } from 'node:util';
import { type Account, readAccount } from '../people/account.ts';
import { areKeys } from '../people/audio/keys.ts';
import { PersonError } from '../people/person-error.ts';

export const usage = `Simulated callers and phones.

  npm run simulator -- call <number>   calls the number, speaks, presses keys, hangs up
  npm run simulator -- answer          waits for a call and answers it
  npm run simulator -- bot             takes calls as a program with Media Streams
  npm run simulator -- cell            servers of a cell, by a clock of their own; says how

Which phone:
  --as <user:password@host:port>       a phone of any SIP server
  --demo                               a phone of the Sidetone server on DATA_DIR, added now and removed at the end
  --user <email or extension>          with --demo: whose phone (default: the last demo user)

Options:
  --tone <Hz>                          plays a tone (default: 440)
  --say <file.wav>                     plays a file instead
  --press <keys>                       presses keys: 0-9 * # A-D
  --seconds <n>                        length of the call (default: 10)
  --after <n>                          answer: seconds to ring first (default: 2)
  --once                               answer: stop after one call
  --record <file.wav>                  writes the audio received

Options of a bot:
  --port <n>, --host <address>         where it listens (default: 9000 on 127.0.0.1)
  --does <what>                        echo (default), tone, speak, silent, flood, hurry, malformed, close, break,
                                       stuck, mute, refuse
  --tone <Hz>, --say <file.wav>        what it plays; a caller who talks interrupts the file
  --code <n>, --after <seconds>        of close, break and refuse
`;

/** What a command line asks for. */
export interface Wish {
  readonly does: 'call' | 'answer';
  /** The number to call; empty for `answer`. */
  readonly number: string;
  /** A phone that is there, or one to be made in the demo. */
  readonly as: Account | { readonly demoUser: string | undefined };
  /** A frequency in Hz, or the path of a WAV. */
  readonly speaks: number | string;
  readonly presses: string;
  readonly seconds: number;
  readonly after: number;
  readonly once: boolean;
  readonly record: string | undefined;
}

/** The words make no sense; the message says why. */
export class WordsError extends Error {
  override name = 'WordsError';
}

/** Reads the words of a command line. Throws `WordsError`; with an empty message where help was asked for. */
export function readWords(given: readonly string[]): Wish {
  const { values, positionals } = parse(given);
  const [does, number = '', ...rest] = positionals;
  if (does === undefined || values.help) throw new WordsError('');
  if (does !== 'call' && does !== 'answer') throw new WordsError(`There is no command "${does}".`);
  if (does === 'call' && number === '') throw new WordsError('Whom? npm run simulator -- call <number>');
  if (rest.length > 0 || (does === 'answer' && number !== '')) {
    throw new WordsError(`"${positionals.at(-1)}" is a word too many.`);
  }
  const presses = values.press ?? '';
  if (presses !== '' && !areKeys(presses))
    throw new WordsError(`--press takes the keys 0-9 * # A-D, not "${presses}".`);
  return {
    does,
    number,
    as: identityOf(values),
    speaks: values.say ?? numberOf('tone', values.tone, 440),
    presses,
    seconds: numberOf('seconds', values.seconds, 10),
    after: numberOf('after', values.after, 2),
    once: values.once ?? false,
    record: values.record,
  };
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const options = {
  as: text,
  demo: flag,
  user: text,
  tone: text,
  say: text,
  press: text,
  seconds: text,
  after: text,
  once: flag,
  record: text,
  help: flag,
};

const parse = (given: readonly string[]) => {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new WordsError(error instanceof Error ? error.message : String(error));
  }
};

const identityOf = (values: { as?: string; demo?: boolean; user?: string }): Wish['as'] => {
  if (values.demo) return { demoUser: values.user };
  if (values.as === undefined) throw new WordsError('Who? Say --demo, or --as user:password@host:port.');
  try {
    return readAccount(values.as);
  } catch (error) {
    if (error instanceof PersonError) throw new WordsError(error.message);
    throw error;
  }
};

/** The number of an option. Throws `WordsError`. */
export const numberOf = (name: string, value: string | undefined, otherwise: number): number => {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0)) throw new WordsError(`--${name} takes a number, not "${value}".`);
  return number;
};
