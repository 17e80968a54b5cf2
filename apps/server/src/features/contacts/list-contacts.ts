import type { Contact, ContactListScope } from '@sidetone/contract/entities/contact.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { printOf } from './contact-book.ts';
import { findById } from './find-by-id.ts';
import { colleaguesMatching, contactsMatching } from './find-contacts.ts';

export interface ListAsked {
  readonly accountId: string;
  /** Who asks; they do not are in their own list. */
  readonly userId: string;
  readonly scope: ContactListScope;
  /** Empty: everyone. */
  readonly filter: string;
  readonly limit: number;
  /** Where an earlier page ended; it goes before `offset`. */
  readonly pageToken?: string | undefined;
  /** How many stand above the page. */
  readonly offset?: number | undefined;
}

export interface ContactPage {
  readonly contacts: Contact[];
  readonly nextPageToken: string | null;
  readonly total: number;
  readonly letters: { letter: string; count: number }[];
}

/**
 * Gives pages of the contacts and colleagues by name, with a token for the next one. Whatever is written meanwhile, somebody
 * whose name stays comes in exactly one page. Rejects with `Refusal` BAD_REQUEST for a token that is none of ours.
 */
export function contactList(db: Database): (asked: ListAsked) => Promise<ContactPage> {
  const lettersOf = knownLetters(db);
  return async (asked) => {
    const after = asked.pageToken === undefined ? null : placeOf(asked.pageToken);
    const [places, letters] = await Promise.all([readPlaces(db, asked, after), lettersOf(asked)]);
    return await pageOf(db, asked, places, letters);
  };
}

async function pageOf(
  db: Database,
  asked: ListAsked,
  places: readonly Place[],
  letters: ContactPage['letters'],
): Promise<ContactPage> {
  const shown = places.slice(0, asked.limit);
  const last = shown.at(-1);
  const found = await findById(
    db,
    asked.accountId,
    shown.map(({ id }) => id),
  );
  return {
    // Someone who was deleted since is left out.
    contacts: shown.flatMap(({ id }) => found.get(id) ?? []),
    nextPageToken: last && places.length > asked.limit ? tokenOf(last) : null,
    total: letters.reduce((sum, { count }) => sum + count, 0),
    letters,
  };
}

/** Where someone is in the list: names that sort alike are told apart by the id. */
interface Place {
  readonly nameKey: string;
  readonly id: string;
}

const tokenOf = ({ nameKey, id }: Place): string => Buffer.from(JSON.stringify([nameKey, id])).toString('base64url');

const tokenShape = z.tuple([z.string().max(400), z.string().min(1).max(200)]);

const placeOf = (token: string): Place => {
  try {
    const [nameKey, id] = tokenShape.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
    return { nameKey, id };
  } catch (error) {
    throw new Refusal('BAD_REQUEST', 'This page token is not one of ours.', { cause: error });
  }
};

/** How many stand above someone in the list that is asked for; null where they do not are in it. */
export async function placeInList(
  db: Database,
  asked: Pick<ListAsked, 'accountId' | 'userId' | 'scope' | 'filter'>,
  contactId: string,
): Promise<number | null> {
  const theirs = everybody(asked, (_key, id) => sql`and ${id} = ${contactId}`);
  const { rows } = await sql<{ place: number }>`
    select (select count(*)::int from (${everybody(asked)}) as listed
      where (listed.name_key, listed.id) < (theirs.name_key, theirs.id)) as place
    from (${theirs}) as theirs`.execute(db);
  return rows[0]?.place ?? null;
}

/** The places of everyone who is asked for: `name_key`, `id`. `more` is added to each part: where it begins and ends. */
const everybody = (
  { accountId, userId, scope, filter }: Pick<ListAsked, 'accountId' | 'userId' | 'scope' | 'filter'>,
  more: (key: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql``,
): RawBuilder<unknown> => {
  const keyOfColleague = sql`(left(plain_words(fold_text(first_name || ' ' || last_name)), 200) collate "C")`;
  const contacts = sql`(
    select name_key, contacts.id from contacts
    where account_id = ${accountId} and ${contactsMatching(filter)} ${more(sql`name_key`, sql`contacts.id`)})`;
  const team = sql`(
    select ${keyOfColleague} as name_key, users.id from users
    where account_id = ${accountId} and deactivated_at is null and users.id <> ${userId}
      and ${colleaguesMatching(filter)} ${more(keyOfColleague, sql`users.id`)})`;
  const parts = [...(scope === 'team' ? [] : [contacts]), ...(scope === 'personal' ? [] : [team])];
  return sql.join(parts, sql` union all `);
};

const readPlaces = async (db: Database, asked: ListAsked, after: Place | null): Promise<Place[]> => {
  // One more than is shown tells whether there is another page.
  const [limit, offset] = [asked.limit + 1, after ? 0 : (asked.offset ?? 0)];
  // Each part ends for itself as well: so it is read along its index, and no further than the page.
  const within = (key: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
    ${after ? sql`and (${key}, ${id}) > (${after.nameKey}, ${after.id})` : sql``}
    order by ${key}, ${id} limit ${limit + offset}`;
  const { rows } = await sql<Place>`
    select name_key as "nameKey", id from (${everybody(asked, within)}) as listed
    order by name_key, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

const readLetters = async (db: Database, asked: ListAsked): Promise<ContactPage['letters']> => {
  const { rows } = await sql<{ letter: string; count: number }>`
    select letter, sum(count)::int as count from (
      select case when first < 'a' then '#' else upper(first collate "default") end as letter, first, count
      from (
        select left(name_key, 1) as first, count(*) as count
        from (${everybody(asked)}) as listed group by 1) as firsts) as letters
    group by letter order by min(first collate "C")`.execute(db);
  return rows;
};

/** Lists without a filter whose letters are remembered. */
const mostKnown = 100;

/** Counts letters once for as long as nothing is written: a client that scrolls a long list asks for page after page. */
function knownLetters(db: Database): (asked: ListAsked) => Promise<ContactPage['letters']> {
  const known = new Map<string, { readonly print: string; readonly letters: ContactPage['letters'] }>();
  return async (asked) => {
    if (asked.filter !== '') return await readLetters(db, asked);
    const { accountId, userId, scope } = asked;
    const key = `${accountId} ${userId} ${scope}`;
    const print = JSON.stringify(
      await Promise.all([printOf(db, 'contacts', accountId), printOf(db, 'users', accountId)]),
    );
    const before = known.get(key);
    if (before?.print === print) return before.letters;
    const letters = await readLetters(db, asked);
    known.delete(key);
    known.set(key, { print, letters });
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    return letters;
  };
}
