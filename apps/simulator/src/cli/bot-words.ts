import { parseArgs } from 'node:util';
import type { BotManner } from '../bots/manners.ts';
import { numberOf, WordsError } from './words.ts';

/** A bot as a command line asks for it. */
export interface BotWish {
  readonly port: number;
  readonly host: string;
  /** Ready, but for a file that is still to be read. */
  readonly manner: Exclude<BotManner, { does: 'speak' }> | { readonly does: 'speak'; readonly path: string };
}

const text = { type: 'string' } as const;
const options = {
  port: text,
  host: text,
  does: text,
  tone: text,
  say: text,
  code: text,
  after: text,
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

/** Reads the words after `bot`. Throws `WordsError`; with an empty message where help was asked for. */
export function readBotWords(given: readonly string[]): BotWish {
  const { values, positionals } = parse(given);
  if (values.help) throw new WordsError('');
  if (positionals.length > 0) throw new WordsError(`"${positionals.at(-1)}" is a word too many.`);
  return { port: numberOf('port', values.port, 9000), host: values.host ?? '127.0.0.1', manner: mannerOf(values) };
}

const parse = (given: readonly string[]) => {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new WordsError(error instanceof Error ? error.message : String(error));
  }
};

function mannerOf(values: Values): BotWish['manner'] {
  const afterMs = numberOf('after', values.after, 2) * 1000;
  const does = values.does ?? (values.say === undefined ? 'echo' : 'speak');
  switch (does) {
    case 'tone':
      return { does, hertz: numberOf('tone', values.tone, 440) };
    case 'speak':
      if (values.say === undefined) throw new WordsError('What? Say --say file.wav.');
      return { does, path: values.say };
    case 'close':
      return { does, code: numberOf('code', values.code, 1000), afterMs };
    case 'break':
      return { does, afterMs };
    case 'refuse':
      return { does, status: numberOf('code', values.code, 503) };
    case 'echo':
    case 'silent':
    case 'flood':
    case 'hurry':
    case 'malformed':
    case 'stuck':
    case 'mute':
      return { does };
    default:
      throw new WordsError(`No bot does "${does}".`);
  }
}
