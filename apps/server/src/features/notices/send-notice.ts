import { type Selectable, sql } from 'kysely';
import type { Again, JobKind } from '../../jobs/job-kind.ts';
import { asMailError, MailError } from '../../mail/mail-error.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { alarmBody, alarmLetter } from './alarms/alarm-letter.ts';
import { toldAlarm } from './alarms/told-alarm.ts';
import type { SendingDeps } from './ports.ts';
import { reportLetter } from './reports/report-letter.ts';
import { calledReport } from './reports/report-totals.ts';

export type NoticeRow = Selectable<Schema['notices']>;

/** Sends one notice; the id is that of the notice. */
export const noticeKind: JobKind = {
  name: 'notice',
  // A try that fails is a new job, and counted in the table: these are for a process or a database that dies.
  tries: 12,
  withinMinutes: 3,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
  atOnce: 2,
};

const minute = 60;
const hour = 60 * minute;
/** Between eight tries; all of them lie within a day. */
const usualPauses = [minute, 2 * minute, 5 * minute, 15 * minute, hour, 2 * hour, 6 * hour];
const withinSeconds = 24 * hour;

/** Why a notice did not arrive. */
export interface Failure {
  readonly problem: string;
  readonly status: number | null;
  /** Trying again would end in the same way. */
  readonly isFinal: boolean;
}

/** One try. What ends it by itself is written down; rejects where trying the job again may help. */
export async function sendNotice(deps: SendingDeps, id: string, signal: AbortSignal): Promise<Again | undefined> {
  const { db, log, pausesSeconds = usualPauses } = deps;
  const notice = await db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst();
  if (notice?.state !== 'waiting') return undefined;
  const early = secondsUntil(notice.next_at);
  if (early > 1) return { againAfterSeconds: early };
  const account = await companyOf(db, notice.account_id);
  if (!account) return undefined;
  const failure = await (notice.way === 'mail' ? mailed(deps, notice, account) : posted(deps, notice, signal));
  const tries = notice.tries + 1;
  const about = { noticeId: id, kind: notice.kind, way: notice.way, tries };
  if (failure === null) {
    log.info(about, 'notices: sent');
    return await end(db, id, { state: 'sent', problem: null, status: null, tries });
  }
  const { problem, status, isFinal } = failure;
  log.warn({ ...about, problem, status }, 'notices: not sent');
  const wait = pausesSeconds[notice.tries];
  const age = (Date.now() - notice.created_at.getTime()) / 1000;
  if (isFinal || wait === undefined || age + wait > withinSeconds)
    return await end(db, id, { state: 'failed', problem, status, tries });
  await db
    .updateTable('notices')
    .set({ problem, status, tries, next_at: new Date(Date.now() + wait * 1000) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  return { againAfterSeconds: wait };
}

interface Company {
  readonly company: string;
  readonly timeZone: string;
  /** Where its users find this server; null: where everybody does. */
  readonly ownUrl: string | null;
}

export async function companyOf(db: Database, accountId: string): Promise<Company | null> {
  const { rows } = await sql<Company>`
    select name as company, zone_of(id) as "timeZone", public_url as "ownUrl" from accounts where id = ${accountId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function mailed(deps: SendingDeps, notice: NoticeRow, company: Company): Promise<Failure | null> {
  const { host } = deps;
  const origin = company.ownUrl ?? deps.origin;
  const { kind, language } = notice;
  const letter =
    kind === 'report'
      ? await reportLetter(calledReport.parse(notice.about), { ...company, origin }, language)
      : alarmLetter(kind, toldAlarm.parse(notice.about), company, { language, origin });
  return await mailTo(deps, notice.account_id, { ...letter, to: notice.target, messageId: `<${notice.id}@${host}>` });
}

/** Sends a mail by the mail server of the account; null once it was taken. */
export async function mailTo(
  { servers }: Pick<SendingDeps, 'servers'>,
  accountId: string,
  mail: Mail,
): Promise<Failure | null> {
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  try {
    const mailer = await servers.of(accountId);
    if (mailer === null) throw new MailError('noServer', null, { isFinal: true });
    await mailer.send({ ...mail, headers });
    return null;
  } catch (cause) {
    const { problem, status, isFinal } = asMailError(cause);
    return { problem, status, isFinal };
  }
}

async function posted(deps: SendingDeps, notice: NoticeRow, signal: AbortSignal): Promise<Failure | null> {
  if (notice.kind === 'report') return { problem: 'notWritten', status: null, isFinal: true };
  const body = alarmBody(notice.kind, toldAlarm.parse(notice.about), notice.account_id);
  const type = notice.kind === 'end' ? 'alarm.ended' : 'alarm.raised';
  return await postTo(deps, notice.account_id, { id: notice.id, type, body }, signal);
}

/** Posts to the webhook of the account's alarms, as it is set now; null once it was taken. */
export async function postTo(
  { db, box, post }: SendingDeps,
  accountId: string,
  { id, type, body }: { readonly id: string; readonly type: string; readonly body: string },
  signal: AbortSignal,
): Promise<Failure | null> {
  const row = await db
    .selectFrom('alarm_settings')
    .select(['webhook_url', 'secret_sealed'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row?.webhook_url || !row.secret_sealed) return { problem: 'switchedOff', status: null, isFinal: true };
  const secret = unsealed(box, row.secret_sealed);
  if (secret === null) return { problem: 'secretLost', status: null, isFinal: true };
  const posting = { url: row.webhook_url, method: 'POST', contentType: 'application/json' } as const;
  const result = await post({ ...posting, secret, eventId: id, type, body }, signal);
  if (result.outcome === 'arrived') return null;
  const { problem, status } = result;
  return { problem, status, isFinal: result.outcome === 'gone' };
}

function unsealed(box: SendingDeps['box'], sealed: Buffer): string | null {
  try {
    return box.unseal(sealed);
  } catch {
    // Another data folder sealed it, as after a restored backup without its key file.
    return null;
  }
}

/** Ends a notice whose job is not tried any longer. */
export const giveUpNotice = async (db: Database, id: string): Promise<void> =>
  await end(db, id, { state: 'failed', problem: 'crashed' });

async function end(
  db: Database,
  id: string,
  ending: Pick<NoticeRow, 'state' | 'problem'> & Partial<Pick<NoticeRow, 'status' | 'tries'>>,
): Promise<undefined> {
  await db
    .updateTable('notices')
    .set({ ...ending, next_at: null, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

const secondsUntil = (at: Date | null): number => (at === null ? 0 : Math.ceil((at.getTime() - Date.now()) / 1000));
