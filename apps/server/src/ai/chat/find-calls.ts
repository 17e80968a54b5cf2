import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import type { Concept } from '../basic/question-words.ts';

/** Which calls a question is about. */
export interface Asked {
  readonly accountId: string;
  readonly userId: string;
  readonly channelIds: readonly string[] | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Calls that are read for one answer. */
const mostCalls = 40;

/** Calls of channels that the asker is a member of at this moment, of the chosen ones and on the chosen days. */
export const callsInScope = ({ accountId, userId, channelIds, from, to }: Asked) => sql`
  call_words.channel_id in (
    select member.channel_id from channel_members as member
      join channels on channels.id = member.channel_id and channels.account_id = ${accountId}
    where member.user_id = ${userId}
      and (${channelIds === null}::boolean or member.channel_id = any(${channelIds ?? []}::text[])))
  and (${from}::date is null or call_words.started_at >= ${from}::date::timestamp at time zone (${zoneOf(accountId)}))
  and (${to}::date is null or call_words.started_at < (${to}::date + 1)::timestamp at time zone (${zoneOf(accountId)}))`;

const zoneOf = (accountId: string) => sql`select zone_of(${accountId})`;

/** How many calls a question is about. */
export async function countCalls(db: Database, asked: Asked): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from call_words where ${callsInScope(asked)}`.execute(db);
  return rows[0]?.calls ?? 0;
}

/**
 * The calls that are likeliest to answer: by what was said, by the other side's name and number, rare words first; of calls that
 * are alike the newest. Without anything to look for the newest calls.
 */
export async function findCalls(db: Database, asked: Asked, concepts: readonly Concept[]): Promise<DocumentedCall[]> {
  const found = concepts.length === 0 ? newest(asked) : matching(asked, concepts);
  const { rows } = await found.execute(db);
  return rows;
}

const newest = (asked: Asked) => sql<DocumentedCall>`
  select channel_id as "channelId", doc_id as "docId" from call_words where ${callsInScope(asked)}
  order by started_at desc, doc_id limit ${mostCalls}`;

function matching(asked: Asked, concepts: readonly Concept[]) {
  const queries = concepts.map(({ stems }) => stems.map((stem) => `'${stem}':*`).join(' | '));
  const any = queries.join(' | ');
  const counted = queries.map((_, at) => sql`sum(has[${sql.lit(at + 1)}])`);
  const scores = queries.map(
    (_, at) =>
      sql`has[${sql.lit(at + 1)}] * ln(1 + (select calls from counted) / (1 + (select by_concept[${sql.lit(at + 1)}] from counted)))`,
  );
  return sql<DocumentedCall>`
    with named as (
      select 'contact ' || id as mark from contacts
      where account_id = ${asked.accountId}
        and array_to_tsvector(words_of(coalesce(name, '') || ' ' || coalesce(organization, ''))) @@ ${any}::tsquery
      limit 200
    ), people as (select coalesce(array_agg(mark), '{}') as marks from named),
    hits as materialized (
      select channel_id, doc_id, started_at, marks && (select marks from people) as is_named,
        array[${sql.join(queries.map((query) => sql`(words @@ ${query}::tsquery)::int`))}] as has
      from call_words
      where ${callsInScope(asked)} and (words @@ ${any}::tsquery or marks && (select marks from people))
    ), counted as (
      select count(*)::float8 as calls, array[${sql.join(counted)}]::float8[] as by_concept from hits
    )
    select channel_id as "channelId", doc_id as "docId" from hits
    order by ${sql.join(scores, sql` + `)} + case when is_named then ln(1 + (select calls from counted)) else 0 end desc,
      started_at desc, doc_id
    limit ${mostCalls}`;
}
