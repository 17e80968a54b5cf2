import type { CrmWriteGroup } from '@sidetone/contract/rules/crm/write-groups.ts';
import { type RawBuilder, sql } from 'kysely';

/** Which entries of an account; moments are ISO 8601. */
export interface EntryFilter {
  readonly integrationId?: string | undefined;
  /** Web user who closed the log; null for the server itself. */
  readonly actor?: string | null | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** Conditions on `crm_writes as entry` that a filter makes of it. */
export function fits(accountId: string, { integrationId, actor, from, before }: EntryFilter): RawBuilder<unknown> {
  const conditions = [sql`entry.account_id = ${accountId}`];
  if (integrationId !== undefined)
    conditions.push(
      sql`entry.source = (select name from integrations where id = ${integrationId} and account_id = ${accountId})`,
    );
  if (actor !== undefined) conditions.push(actor === null ? sql`entry.actor is null` : sql`entry.actor = ${actor}`);
  if (from !== undefined) conditions.push(sql`entry.created_at >= ${from}::timestamptz`);
  if (before !== undefined) conditions.push(sql`entry.created_at < ${before}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

/** In which group an entry is, as SQL on `crm_writes as entry`; each can use the index of states. */
export const isInGroup = (group: CrmWriteGroup): RawBuilder<unknown> =>
  special[group] ?? sql`entry.state = ${sql.lit(group)}`;

const special: Partial<Readonly<Record<CrmWriteGroup, RawBuilder<unknown>>>> = {
  UNCLEAR: sql`entry.state = 'UNCLEAR' and entry.next_try_at is null`,
  CHECKING: sql`entry.state = 'UNCLEAR' and entry.next_try_at is not null`,
  NEEDS_PERSON: sql`entry.state in ('UNCLEAR', 'REFUSED', 'SKIPPED')
    and (entry.state <> 'UNCLEAR' or entry.next_try_at is null)
    and (entry.state <> 'SKIPPED' or entry.skip_reason in ('ambiguous', 'gaveUp'))`,
};
