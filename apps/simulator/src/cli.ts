import { resolve } from 'node:path';
import { takeCallsAsBot } from './cli/bot.ts';
import { readBotWords } from './cli/bot-words.ts';
import { addDemoPhone, type DemoPhone } from './cli/demo-phone.ts';
import { answerCalls, callSomebody } from './cli/talk.ts';
import { readWords, usage, type Wish, WordsError } from './cli/words.ts';
import { Person } from './people/person.ts';
import { PersonError } from './people/person-error.ts';

/** `npm run` goes to the root of the repository first; paths are meant from where it was typed. */
const fromHere = (path: string): string => resolve(process.env['INIT_CWD'] ?? '.', path);

const withPaths = (wish: Wish): Wish => ({
  ...wish,
  speaks: typeof wish.speaks === 'string' ? fromHere(wish.speaks) : wish.speaks,
  record: wish.record === undefined ? undefined : fromHere(wish.record),
});

async function main(words: readonly string[], signal: AbortSignal): Promise<void> {
  if (words[0] === 'cell') {
    // With the server's rooms, which callers and bots have nothing of.
    const { simulateCell } = await import('./cell/cli.ts');
    process.exitCode = await simulateCell(words.slice(1), console.log);
    return;
  }
  if (words[0] === 'bot') {
    const { manner, ...wish } = readBotWords(words.slice(1));
    const found = manner.does === 'speak' ? { does: manner.does, path: fromHere(manner.path) } : manner;
    await takeCallsAsBot({ ...wish, manner: found }, console.log, signal);
    return;
  }
  const wish = withPaths(readWords(words));
  const { as } = wish;
  let phone: DemoPhone | undefined;
  let person: Person | undefined;
  try {
    if ('demoUser' in as) {
      phone = await addDemoPhone(as.demoUser, wish.number);
      console.log(`A phone of ${phone.owner.name}, extension ${phone.owner.extension}.`);
    }
    person = await Person.register('demoUser' in as ? (phone as DemoPhone).account : as);
    person.on('lost', (error) => console.log(`Not registered for now: ${error.message}`));
    await person.speaks(wish.speaks);
    if (wish.does === 'answer') console.log('Waiting to be rung; Ctrl+C ends it.');
    await (wish.does === 'call' ? callSomebody : answerCalls)(person, wish, console.log, signal);
  } finally {
    await person?.leaves();
    await phone?.remove().catch((error: unknown) => {
      console.error(
        `The phone ${phone?.account.username} could not be removed: ${error instanceof Error ? error.message : error}`,
      );
    });
  }
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  await main(process.argv.slice(2), interrupted.signal);
} catch (error) {
  if (error instanceof WordsError) console.error(error.message || usage);
  else if (error instanceof PersonError) console.error(error.message);
  else throw error;
  process.exitCode = error instanceof WordsError && error.message === '' ? 0 : 1;
}
