import { type SqlBool, sql } from 'kysely';
import type { Writer } from '../../../storage/writer.ts';

/** A paging group as it is kept, with the desk phones of its members. */
interface KeptGroup {
  readonly id: string;
  readonly rev: number;
  readonly name: string;
  readonly number: string;
  readonly memberIds: string[];
  /** Null: all of the account. */
  readonly callerIds: string[] | null;
  readonly longestSeconds: number;
  readonly phones: number;
  readonly revision: number;
}

const idsOf = (column: 'hears' | 'may_page') => sql<string[]>`coalesce((
  select array_agg(user_id order by user_id) from paging_people
  where group_id = paging_groups.id and ${sql.ref(column)}), '{}')`;

/** Desk phones of members who are not deactivated. */
const phones = sql<number>`(
  select count(*)::int from paging_people
  join users on users.id = paging_people.user_id and users.deactivated_at is null
  join endpoints on endpoints.user_id = users.id and endpoints.kind = 'phone'
  where paging_people.group_id = paging_groups.id and paging_people.hears)`;

/** The paging groups of an account by name, or the one with this number. */
export async function pagingGroupsOf(db: Writer, accountId: string, number?: string): Promise<KeptGroup[]> {
  const rows = await db
    .selectFrom('paging_groups')
    .select(['id', 'rev', 'name', 'number', 'revision', 'longest_seconds', 'all_may_page'])
    .select([idsOf('hears').as('memberIds'), idsOf('may_page').as('callerIds'), phones.as('phones')])
    .where('account_id', '=', accountId)
    .where(number === undefined ? sql<SqlBool>`true` : sql<SqlBool>`number = ${number}`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ longest_seconds: longestSeconds, all_may_page, callerIds, rev, ...row }) => ({
    ...row,
    rev: Number(rev),
    longestSeconds,
    callerIds: all_may_page ? null : callerIds,
  }));
}
