import { sql } from 'kysely';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { connectionJob, writeKind } from './job.ts';
import { isDue } from './take.ts';

/** When something of a connection is due next; null where nothing waits. */
export async function nextDueAt(db: Database, accountId: string, source: string): Promise<Date | null> {
  const row = await db
    .selectFrom('crm_writes')
    .select(sql<Date | null>`min(case state when 'SENDING' then lease_until else next_try_at end)`.as('at'))
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where(
      sql<boolean>`(state in ('READY', 'WAITING', 'REMOVING', 'UNCLEAR', 'SENDING')
        or (state in ('WRITTEN', 'REFUSED') and wanted_rev > written_rev))`,
    )
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Has these connections' entries written soon, once the transaction has committed. */
export async function wakeSources(
  jobs: Pick<Jobs, 'enqueue'>,
  trx: Writer,
  accountId: string,
  sources: readonly string[],
): Promise<void> {
  for (const source of new Set(sources)) await jobs.enqueue(trx, writeKind, connectionJob(accountId, source));
}

/** Wakes every connection that has something due: for what was changed by the database itself, and for lost jobs. */
export async function wakeAllDue(jobs: Pick<Jobs, 'enqueue'>, db: Database): Promise<number> {
  const due = await db.selectFrom('crm_writes').select(['account_id', 'source']).distinct().where(isDue).execute();
  for (const { account_id, source } of due) await wakeSources(jobs, db, account_id, [source]);
  return due.length;
}
