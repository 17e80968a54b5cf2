import { randomUUID } from 'node:crypto';
import type { Locale } from '@sidetone/contract/entities/common.ts';
import { sql } from 'kysely';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { type NoticeRow, noticeKind } from './send-notice.ts';

/** Something that is to be told to all of these, each once. */
interface Telling {
  readonly accountId: string;
  readonly kind: NoticeRow['kind'];
  /** What it is about: the same is not sent a second time. */
  readonly once: string;
  readonly about: object;
  readonly language: Locale;
  readonly emails: readonly string[];
  readonly webhook: boolean;
}

/** Notices of an account within an hour: more tell nobody anything, and a mail server would bar us. */
const mostPerHour = 200;
const keptDays = 30;

/**
 * Writes down what is to be sent, and asks for the jobs, within the transaction of what it is about. False: the account has had
 * its notices of this hour, and nothing is written.
 */
export async function writeNotices(trx: Writer, jobs: Jobs, telling: Telling): Promise<boolean> {
  const { accountId, kind, once, about, language, emails, webhook } = telling;
  const ways = [...(webhook ? [{ way: 'webhook' as const, target: '' }] : []), ...emails.map(asMail)];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notices
    where account_id = ${accountId} and created_at > now() - interval '1 hour'`.execute(trx);
  if ((rows[0]?.count ?? 0) + ways.length > mostPerHour) return false;
  for (const { way, target } of ways) {
    const made = await trx
      .insertInto('notices')
      .values({
        id: randomUUID(),
        account_id: accountId,
        once: `${once} ${way} ${target.toLowerCase()}`,
        kind,
        way,
        target,
        language,
        about: jsonText(about),
        next_at: new Date(),
      })
      .onConflict((same) => same.columns(['account_id', 'once']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) await jobs.enqueue(trx, noticeKind, made.id);
  }
  return true;
}

const asMail = (target: string) => ({ way: 'mail' as const, target });

/** Asks for the jobs of notices that wait: backups have none. */
export async function resumeNotices(db: Database, jobs: Jobs): Promise<void> {
  const rows = await db.selectFrom('notices').select(['id', 'next_at']).where('state', '=', 'waiting').execute();
  for (const { id, next_at: next } of rows) {
    const afterSeconds = Math.max(0, Math.ceil(((next?.getTime() ?? 0) - Date.now()) / 1000));
    await jobs.enqueue(db, noticeKind, id, { afterSeconds });
  }
}

/** Forgets what was sent after 30 days, and alarms that ended a year ago. */
export async function forgetNotices(db: Database): Promise<void> {
  await sql`delete from notices where created_at < now() - make_interval(days => ${keptDays}) and kind <> 'report'`.execute(
    db,
  );
  // Those of reports keep a period from being mailed again.
  await sql`delete from notices where created_at < now() - interval '400 days'`.execute(db);
  await sql`delete from alarms where ended_at < now() - interval '1 year'`.execute(db);
}
