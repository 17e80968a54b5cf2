import type { InboxFilter } from '@sidetone/contract/entities/inbox-filter.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { beginsWith, contactMarks } from './contact-marks.ts';

/** What the rows of `call_words` have to fulfil so that the calls of a channel pass the filter. */
export async function filterCondition(
  db: Database,
  channelId: string,
  { text, kinds, owner, topic, from, to }: InboxFilter,
): Promise<RawBuilder<unknown>> {
  const marks = [`in ${channelId}`, ...(owner ? [`by ${owner}`] : []), ...(topic ? [`topic ${topic}`] : [])];
  const conditions = [
    sql`marks @> ${marks}::text[]`,
    ...(kinds ? [sql`marks && ${kinds}::text[]`] : []),
    ...(from ? [sql`started_at >= ${beginOf(from, channelId)}`] : []),
    ...(to ? [sql`started_at < ${beginOf(to, channelId, 1)}`] : []),
    ...(text ? [textCondition(text, await lookUp(db, channelId, text))] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** When a day, or one so many days after it, begins where the account of a channel is. */
const beginOf = (day: string, channelId: string, daysLater = 0): RawBuilder<unknown> => sql`
  ((${day}::date + ${daysLater}::int)::timestamp at time zone zone_of(
    (select account_id from channels where channels.id = ${channelId})))`;

/**
 * A word of the query, folded, also with umlauts as German writes them where it has none, and the marks of calls with
 * people of such a name.
 */
interface Word {
  readonly spellings: readonly string[];
  readonly people: readonly string[];
}

/** What `words_of` of migration 0022 keeps of a word, in characters. */
const longestWord = 40;

/** Fewest digits that are looked for in numbers. */
const fewestDigits = 2;

/** Every word has to begin a word of the call or of a name; digits may begin any part of its number. */
function textCondition(text: string, words: readonly Word[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`false`;
  const number = /^[\d\s+()/.-]+$/.test(text) ? numberPart(text) : null;
  if (number !== null && words.length > 1) {
    // The pieces of a number that is written with spaces are no words of their own, other than where someone noted it so.
    const noted = words.map(({ spellings }) => `(${beginning(spellings, null)})`).join(' & ');
    return sql`words @@ ${`${beginning([], number)} | (${noted})`}::tsquery`;
  }
  const all = words.map(({ spellings, people }) => {
    const inCall = sql`words @@ ${beginning(spellings, numberPart(spellings[0] ?? ''))}::tsquery`;
    return people.length > 0 ? sql`(${inCall} or ${withAny(people)})` : inCall;
  });
  return sql`(${sql.join(all, sql` and `)})`;
}

/** Marks that the index of marks is asked for one by one. */
const fewMarks = 50;

/** An overlap compares each with each where the index does not answer it; many are looked up in a hash table. */
const withAny = (people: readonly string[]): RawBuilder<unknown> =>
  people.length <= fewMarks
    ? sql`marks && ${people}::text[]`
    : sql`exists (select from unnest(marks) as mark where mark = any(${people}::text[]))`;

/** What of a number is the same in all its spellings: no plus, no 00, no trunk prefix. */
const numberPart = (text: string): string | null => {
  const digits = text.replace(/\D/g, '');
  return digits.length === text.replace(/[\s+()/.-]/g, '').length && digits.length >= fewestDigits
    ? digits.replace(/^0+/, '') || null
    : null;
};

const beginning = (spellings: readonly string[], number: string | null): string =>
  [...spellings.map(beginsWith), ...(number === null ? [] : [`'#${number}':*`])].join(' | ');

/** The words of a query, each once. Folded, they have no character that means anything in a tsquery. */
async function lookUp(db: Database, channelId: string, text: string): Promise<Word[]> {
  const { rows } = await sql<{ one: string; other: string; people: string[] }>`
    with account as (select account_id as id from channels where channels.id = ${channelId}),
    people as (
      select users.id, words_of(first_name || ' ' || last_name) as words from users
      where account_id = (select id from account)
    ), given as (
      select left(one, ${longestWord}) as one, left(coalesce(other, one), ${longestWord}) as other, min(at) as at
      from unnest(
        string_to_array(plain_words(fold_text(${text})), ' '), string_to_array(plain_words(fold_spelt_out(${text})), ' ')
      ) with ordinality as words (one, other, at)
      where one <> '' group by 1, 2
    ), named as (
      select given.at, people.id from given
        join people on exists (
          select from unnest(people.words) as theirs where starts_with(theirs, one) or starts_with(theirs, other))
    )
    select one, other, array(
      select 'with ' || named.id from named where named.at = given.at
      union
      select 'with ' || extension from named join channels on owner_user_id = named.id
        join extensions on extensions.channel_id = channels.id where named.at = given.at
      union
      select 'with ' || e164 from named join channels on owner_user_id = named.id
        join numbers on numbers.channel_id = channels.id where named.at = given.at
    ) as people
    from given order by given.at`.execute(db);
  return await Promise.all(
    rows.map(async ({ one, other, people }) => {
      const spellings = [...new Set([one, other])];
      return { spellings, people: [...people, ...(await contactMarks(db, channelId, spellings))] };
    }),
  );
}
