import { type SqlBool, sql } from 'kysely';
import type { ChangeFeed } from '../../../documents/change-feed.ts';
import { topic } from '../../../documents/live-source.ts';
import type { CallLogParts } from '../parts.ts';
import { connectionJob, writeKind } from './job.ts';

const changed = topic('crm_writes', 'log_id', '');

/** Entries that change within this are looked at together, in milliseconds. */
const togetherMs = 250;

/**
 * Has entries written again whose words changed after they were written, such as a note that was saved once its log was
 * closed: the database marks them, no matter who changed the words. Gives the way to stop. What is missed, the watch finds.
 */
export function hearEdits({ db, jobs, log }: Pick<CallLogParts, 'db' | 'jobs' | 'log'>, feed: ChangeFeed): () => void {
  const heard = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  async function wake(): Promise<void> {
    timer = undefined;
    const logs = [...heard];
    heard.clear();
    for (const { accountId, source, seconds } of await editsOf({ db }, logs))
      await jobs.enqueue(db, writeKind, connectionJob(accountId, source), { afterSeconds: seconds });
  }
  const stop = feed.onChange((topics) => {
    for (const one of topics) if (one.startsWith(changed)) heard.add(one.slice(changed.length));
    if (heard.size === 0) return;
    timer ??= setTimeout(() => {
      wake().catch((error: unknown) => log.warn({ err: error }, 'crm log: an edit waits for the next look'));
    }, togetherMs);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Connections for which these logs have other words than the CRM, and in how many whole seconds they are due. */
const editsOf = ({ db }: Pick<CallLogParts, 'db'>, logs: readonly string[]) =>
  db
    .selectFrom('crm_writes')
    .select(['account_id as accountId', 'source'])
    .select(sql<number>`greatest(0, ceil(extract(epoch from min(next_try_at) - now())))::float8`.as('seconds'))
    .where('log_id', 'in', [...logs])
    .where('next_try_at', 'is not', null)
    .where(sql<SqlBool>`(state = 'READY' or (state in ('WRITTEN', 'REFUSED') and wanted_rev > written_rev))`)
    .groupBy(['account_id', 'source'])
    .execute();
