import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { mostSearchResults } from '@sidetone/contract/rules/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type ContactRow, contactColumns, contactOf } from './contact-row.ts';
import { holds, holdsInName } from './find-contacts.ts';
import { fold, foldSpeltOut, wordsOf } from './fold.ts';
import type { Terms } from './terms.ts';

/** Contacts that are ranked one by one. What more match than these goes by names. */
const mostRanked = 300;
/** Contacts of one kind of match that are looked at in the order of their names. */
const mostOfAKind = 3 * mostSearchResults;

/**
 * Contacts of an account among which those stand that match best. Few matches are found by the index of trigrams, all of
 * them. What matches a good part of the address book is met soon when the book is gone through by name: first those
 * whose name begins with the query, then those who have it at the start of a word (of the name, or of a number), then the
 * others. So neither costs more the more contacts there are.
 */
export async function findCandidates(db: Database, accountId: string, query: string, terms: Terms): Promise<Contact[]> {
  const found = new Map<string, Contact>();
  const add = (rows: readonly ContactRow[]) => {
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, contactOf(row));
  };
  const of = sql`contacts.account_id = ${accountId}`;
  const isNumber = terms.alternatives.some((pieces) =>
    pieces.every(({ spellings }) => /^\d+$/.test(spellings[0] ?? '')),
  );

  const beginnings = [...new Set([fold(query), foldSpeltOut(query)].map((text) => wordsOf(text).join(' ')))];
  for (const beginning of beginnings) {
    add(
      await byName(
        db,
        sql`${of} and name_key >= ${beginning} and name_key < ${`${beginning}\u{10ffff}`}`,
        mostSearchResults,
      ),
    );
  }
  if (found.size >= mostSearchResults && !isNumber) return [...found.values()];

  const matching = sql`${of} and ${holds(sql`contacts.search`, terms)}`;
  if (hasTrigrams(terms)) {
    const all = await some(db, matching);
    add(all);
    if (all.length <= mostRanked) return [...found.values()];
  }
  const atWords = sql`${of} and ${isNumber ? holds(sql`contacts.search`, atStarts(terms)) : holdsInName(terms)}`;
  const better = await some(db, atWords);
  add(better.length <= mostRanked ? better : await byName(db, atWords, mostOfAKind));
  if (better.length < mostSearchResults) add(await byName(db, matching, mostOfAKind));
  return [...found.values()];
}

const columns = sql.join(contactColumns.map((column) => sql.ref(`contacts.${column}`)));

/** One more than are ranked, whichever come first: all of them where there are not more. */
const some = async (db: Database, which: RawBuilder<unknown>): Promise<ContactRow[]> => {
  // Materialised, since the planner trusts a LIMIT to be met soon and would read the table row by row.
  const { rows } = await sql<ContactRow>`
    with matching as materialized (select ${columns} from contacts where ${which})
    select * from matching limit ${mostRanked + 1}`.execute(db);
  return rows;
};

const byName = async (db: Database, which: RawBuilder<unknown>, limit: number): Promise<ContactRow[]> => {
  const { rows } = await sql<ContactRow>`
    select ${columns} from contacts where ${which} order by name_key, id limit ${limit}`.execute(db);
  return rows;
};

/** Two digits within a number are in no trigram, and in many a number. */
const hasTrigrams = ({ alternatives }: Terms): boolean =>
  alternatives.every((pieces) =>
    pieces.some(({ anywhere, spellings }) => !anywhere || spellings.every(({ length }) => length > 2)),
  );

const atStarts = ({ alternatives }: Terms): Terms => ({
  alternatives: alternatives.map((pieces) => pieces.map((piece) => ({ ...piece, anywhere: false }))),
});
