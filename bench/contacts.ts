import { fewestLettersToCount } from '@sidetone/contract/rules/limits.ts';
import { Client } from 'pg';
import { findByNumber } from '../apps/server/src/features/contacts/by-number.ts';
import { contactList } from '../apps/server/src/features/contacts/list-contacts.ts';
import { searchContacts } from '../apps/server/src/features/contacts/search.ts';
import { openDatabase } from '../apps/server/src/storage/database.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { typedNumbers, typedWords, writeContacts } from './address-book.ts';
import type { Figure } from './figures.ts';

const contacts = Number(process.env['BENCH_CONTACTS'] ?? 100_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);

/**
 * Searching an address book of 100,000 contacts, counting what matches beyond what is shown, and looking callers up in it,
 * as the server does for a client, each beside a plain ILIKE of PostgreSQL for the same text, turn by turn.
 */
export async function measureContacts(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [, , , who] = people;
  if (!who) throw new Error('The demo company lacks people');
  const url = (await sidetone.cli('database-url')).trim();
  const client = new Client({ connectionString: url });
  const db = openDatabase(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; account_id: string }>(
      'select id, account_id from users where email = $1',
      [who.email],
    );
    const [user] = rows;
    if (!user) throw new Error(`${who.email} is nobody`);
    const { id: userId, account_id: accountId } = user;
    await writeContacts(client, accountId, contacts);

    const search = (query: string) => searchContacts(db, { accountId, userId, query, scope: 'all' });
    const list = contactList(db);
    const count = (filter: string) => list({ accountId, userId, scope: 'personal', filter, limit: 1 });
    const counted = typedWords.filter((text) => text.trim().length >= fewestLettersToCount);
    const numbers = Array.from(
      { length: 50 },
      (_, at) => `+4930${20_000_000 + 2 * (1 + ((at * 1009) % (contacts / 2)))}`,
    );
    const wherever = ['name', 'organization', 'email', 'phone_numbers::text'].map((field) => `${field} ilike $2`);
    const plain = (text: string) =>
      client.query(
        `select * from contacts where account_id = $1 and (${wherever.join(' or ')}) order by name limit 20`,
        [accountId, `%${text}%`],
      );
    const plainCount = (text: string) =>
      client.query(`select count(*) from contacts where account_id = $1 and (${wherever.join(' or ')})`, [
        accountId,
        `%${text}%`,
      ]);
    const plainNumber = (number: string) =>
      client.query('select * from contacts where account_id = $1 and phone_numbers::text ilike $2', [
        accountId,
        `%${number}%`,
      ]);
    return [
      await compare('search for words, letter by letter', typedWords, search, { name: "ILIKE '%…%'", run: plain }),
      await compare('search for numbers in any spelling', typedNumbers, search, { name: "ILIKE '%…%'", run: plain }),
      await compare('how many match', counted, count, { name: "count(*) by ILIKE '%…%'", run: plainCount }),
      await compare('who has a number', numbers, (number) => findByNumber(db, accountId, number), {
        name: "ILIKE '%…%'",
        run: plainNumber,
      }),
    ];
  } finally {
    await client.end();
    await db.destroy();
  }
}

interface Rival {
  readonly name: string;
  readonly run: (text: string) => Promise<unknown>;
}

/** Each text in each round by ours, and in every fourth by the rival, which takes its time. */
async function compare(
  what: string,
  texts: readonly string[],
  run: (text: string) => Promise<unknown>,
  rival: Rival,
): Promise<Figure> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const slowest = new Map<string, number>();
  // The first round fills caches.
  for (let round = -1; round < rounds; round += 1) {
    for (const text of texts) {
      const mine = await duration(() => run(text));
      const other = round % 4 === 0 ? await duration(() => rival.run(text)) : null;
      if (round < 0) continue;
      ours.push(mine);
      slowest.set(text, Math.max(mine, slowest.get(text) ?? 0));
      if (other !== null) theirs.push(other);
    }
  }
  const [worst] = [...slowest].toSorted(([, a], [, b]) => b - a);
  if (worst) console.log(`Slowest of ${what}: ${worst[0]}, ${worst[1].toFixed(1)} ms`);
  const name = rival.name;
  return {
    what: `Contacts, ${contacts.toLocaleString('en')}: ${what}`,
    unit: 'ms',
    ours,
    rival: { name, values: theirs },
  };
}

const duration = async (run: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
};
