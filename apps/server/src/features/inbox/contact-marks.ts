import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { precedence } from './call-rows.ts';

/** Contacts of a name whose numbers are looked for among calls. Where more have it, the callers are asked for their names. */
const fewContacts = 200;

/**
 * The marks that calls with contacts have whose name or company has a word that begins with one of these spellings: in
 * `call_words`, for calls of a channel. A number counts for whom it shows, as in `otherSide`: not for a contact of another
 * source behind that one. The work grows with the contacts of the name, or with who calls in the channel, whichever are
 * fewer.
 */
export async function contactMarks(db: Database, channelId: string, spellings: readonly string[]): Promise<string[]> {
  const account = sql`(select account_id from channels where channels.id = ${channelId})`;
  const { rows } = await sql<{ id: string }>`
    with named as materialized (select id from contacts where account_id = ${account} and ${isNamed(spellings)})
    select id from named limit ${fewContacts + 1}`.execute(db);
  if (rows.length === 0) return [];
  const few = rows.length <= fewContacts ? rows.map(({ id }) => id) : null;
  const marks = few ? marksOf(account, few) : marksOfCallers(account, channelId, spellings);
  const { rows: found } = await sql<{ mark: string }>`${marks}`.execute(db);
  return found.map(({ mark }) => mark);
}

/** For a tsquery: words that begin with a folded one. */
export const beginsWith = (word: string): string => `'${word}':*`;

/** As the index of migration 0022 has them. */
const isNamed = (spellings: readonly string[]): RawBuilder<boolean> =>
  sql`array_to_tsvector(words_of(coalesce(name, '') || ' ' || coalesce(organization, ''))) @@ ${spellings.map(beginsWith).join(' | ')}::tsquery`;

/** Of numbers (`number`) the contact that each shows: all rows of `holding`, which has contacts and their numbers. */
const shown = (account: RawBuilder<unknown>, holding: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct on (number) number, id, name, organization from (${holding}) as holding
  where not exists (select from numbers where numbers.e164 = number and numbers.account_id = ${account})
  order by number, ${precedence}`;

const marksOf = (account: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<unknown> => sql`
  select 'contact ' || unnest(${ids}::text[]) as mark
  union
  select 'with ' || number from (${shown(
    account,
    sql`select theirs.number, contacts.* from (
          select distinct unnest(e164s) as number from contacts where id = any(${ids}::text[])
        ) as theirs join contacts on contacts.account_id = ${account} and contacts.e164s @> array[theirs.number]`,
  )}) as shown where id = any(${ids}::text[])`;

/** Goes through the callers of a channel by the index of their numbers, from one to the next. */
const marksOfCallers = (
  account: RawBuilder<unknown>,
  channelId: string,
  spellings: readonly string[],
): RawBuilder<unknown> => sql`
  with recursive callers as (
    (select left(remote_phone_number, 64) as number from inbox_events
      where channel_id = ${channelId} and terminated_at is not null and left(remote_phone_number, 64) > ''
      order by left(remote_phone_number, 64) limit 1)
    union all
    select (select left(remote_phone_number, 64) from inbox_events
      where channel_id = ${channelId} and terminated_at is not null and left(remote_phone_number, 64) > callers.number
      order by left(remote_phone_number, 64) limit 1)
    from callers where callers.number is not null
  ), shown as materialized (${shown(
    account,
    sql`select callers.number, contacts.* from contacts, unnest(e164s) as theirs join callers on callers.number = theirs
        where contacts.account_id = ${account} and e164s && array(select number from callers where number is not null)`,
  )})
  select 'with ' || number as mark from shown where ${isNamed(spellings)}
  union
  select distinct 'contact ' || contact_id from inbox_events
    where channel_id = ${channelId} and terminated_at is not null and contact_id is not null
      and exists (select from contacts where contacts.id = inbox_events.contact_id and ${isNamed(spellings)})`;
