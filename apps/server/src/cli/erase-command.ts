import { setTimeout as pause } from 'node:timers/promises';
import { eraseDeleted } from '../storage/erasure.ts';
import { type Command, CommandError } from './command.ts';

/** How long we try, while somebody reads what was before or uses a table. */
const patienceMs = 60_000;

const erase: Command = {
  name: 'erase',
  usage: 'erase',
  about: 'leave nothing on the disk of what was deleted, now and not within the hour',
  options: {},
  words: 0,
  async run({ db }) {
    for (const until = performance.now() + patienceMs; ; await pause(500)) {
      const { outcome, heldMs, tables, lacking } = await eraseDeleted(db, { always: true });
      if (outcome === 'erased') {
        const done = `Erased. Nobody could use ${partsOf(tables)} for ${Math.ceil(heldMs)} ms.`;
        return [done, ...lacking.map((each) => `Left to whoever runs the database: ${each}`)].join('\n');
      }
      if (performance.now() < until) continue;
      throw new CommandError(
        'Somebody still reads what was there before, such as a backup, or uses a table. Nothing is forgotten: it is tried again within minutes.',
      );
    }
  },
};

/** Tables without calls, and what people call what they hold; all others belong to the inbox. */
const otherParts: Readonly<Record<string, string>> = {
  ...{ contacts: 'the contacts', favorites: 'the favorites' },
  ...{ contact_imports: 'the imports of contacts', integrations: 'the connected address books' },
};

const partsOf = (tables: readonly string[]): string => {
  const parts = new Set(tables.map((table) => otherParts[table] ?? 'the inbox'));
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(parts);
};

export const eraseCommands: readonly Command[] = [erase];
