import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { mostSearchResults } from '@sidetone/contract/rules/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { type ContactRow, contactColumns, contactOf } from './contact-row.ts';
import { holdsInContact, holdsInName } from './find-contacts.ts';
import { fold, foldSpeltOut, wordsOf } from './fold.ts';
import type { Terms } from './terms.ts';

/** Contacts that are ranked one by one. What more match than these goes by names. */
const mostRanked = 150;

/**
 * Contacts of an account among which those stand that match best. Few matches are found by the index of trigrams, all of
 * them. What matches a good part of the address book is met soon when the book is gone through by name: first those
 * whose name begins with the query, then those who have it at the start of a word (of the name, or of a number), then the
 * others. So neither costs more the more contacts there are.
 */
export async function findCandidates(
  db: Database,
  accountId: string,
  query: string,
  terms: Terms,
): Promise<readonly Contact[]> {
  const found = new Map<string, ContactRow>();
  const add = (rows: readonly ContactRow[]) => {
    for (const row of rows) found.set(row.id, row);
    return rows.length;
  };
  const all = () => [...found.values()].map(contactOf);
  const of = sql`contacts.account_id = ${accountId}`;
  const isNumber = terms.alternatives.some((pieces) =>
    pieces.every(({ spellings }) => /^\d+$/.test(spellings[0] ?? '')),
  );

  const beginnings = [...new Set([fold(query), foldSpeltOut(query)].map((text) => wordsOf(text).join(' ')))];
  const inBook = add(await namesFrom(db, of, beginnings));
  if (inBook >= mostSearchResults && !isNumber) return all();

  const matching = sql`${of} and ${holdsInContact(terms)}`;
  if (hasTrigrams(terms)) {
    const some = await readSome(db, matching);
    if (some.length <= mostRanked) {
      add(some);
      return all();
    }
  }
  const atWords = isNumber ? holdsInContact(atStarts(terms)) : holdsInName(terms);
  if (add(await byName(db, sql`${of} and ${atWords}`)) < mostSearchResults) add(await byName(db, matching));
  return all();
}

const columns = sql.join(contactColumns.map((column) => sql.ref(`contacts.${column}`)));

/** Contacts whose names begin with one of these texts, the first ones of each by name. */
const namesFrom = async (
  db: Database,
  of: RawBuilder<unknown>,
  beginnings: readonly string[],
): Promise<readonly ContactRow[]> => {
  const parts = beginnings.map(
    (beginning) => sql`(select ${columns} from contacts
      where ${of} and name_key >= ${beginning} and name_key < ${`${beginning}\u{10ffff}`}
      order by name_key, id limit ${mostSearchResults})`,
  );
  const { rows } = await sql<ContactRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
};

/** One more than are ranked, whichever come first: all of them where there are not more. */
const readSome = async (db: Database, which: RawBuilder<unknown>): Promise<readonly ContactRow[]> => {
  // Materialised, since the planner trusts a LIMIT to be met soon and would read the table row by row.
  const { rows } = await sql<ContactRow>`
    with matching as materialized (select ${columns} from contacts where ${which})
    select * from matching limit ${mostRanked + 1}`.execute(db);
  return rows;
};

/** The first ones by name. Their ids come first: the index alone tells them where names are all that is asked about. */
const byName = async (db: Database, which: RawBuilder<unknown>): Promise<readonly ContactRow[]> => {
  const { rows } = await sql<ContactRow>`
    with listed as materialized (
      select id from contacts where ${which} order by name_key, id limit ${mostSearchResults}
    )
    select ${columns} from listed join contacts using (id)`.execute(db);
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
