import { type CrmWriteGroup, crmWriteGroups, mostCounted } from '@sidetone/contract/rules/crm/write-groups.ts';
import { sql } from 'kysely';
import type { Writer } from '../../../storage/writer.ts';
import { type EntryFilter, fits, isInGroup } from './entry-filter.ts';

/** How many entries of an account are in each group, in one statement that counts no group further than `mostCounted`. */
export async function countEntries(
  db: Writer,
  accountId: string,
  filter: EntryFilter,
): Promise<{ id: CrmWriteGroup; rev: number; count: number }[]> {
  const ofFilter = fits(accountId, filter);
  const counted = crmWriteGroups.map(
    (
      group,
    ) => sql`select ${sql.lit(group)} as id, 0 as rev, (select count(*)::int from (select 1 from crm_writes as entry
      where ${ofFilter} and ${isInGroup(group)} limit ${sql.lit(mostCounted)}) as counted) as count`,
  );
  const { rows } = await sql<{ id: CrmWriteGroup; rev: number; count: number }>`
    select * from (${sql.join(counted, sql` union all `)}) as each_group where count > 0`.execute(db);
  return rows;
}
