import type { JobKind } from '../../jobs/job-kind.ts';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';
import type { StreamDeps } from './ports.ts';
import { linesAfter } from './read-lines.ts';
import { type Sent, type StreamRow, sendLines } from './send-lines.ts';

/** Sends what waits for one company, in its order. */
export const streamKind: JobKind = {
  name: 'audit-stream',
  // The look for waiting lines begins a new job anyway. These tries are for a process or a database that dies.
  tries: 3,
  withinMinutes: 10,
  pauseSeconds: 5,
  longestPauseSeconds: 60,
  atOnce: 6,
};

/** Between tries; the last one again and again, as nothing is ever given up. */
const usualPauses = [5, 15, 30, 60, 2 * 60, 5 * 60];
/** One company goes on after so many, and lets others come first. */
const mostBatches = 25;

type DeliverDeps = StreamDeps & { readonly pausesSeconds?: readonly number[] };

export async function deliver(deps: DeliverDeps, accountId: string, signal: AbortSignal): Promise<void> {
  for (let batches = 0; batches < mostBatches; batches += 1) {
    if (!(await deliverBatch(deps, accountId, signal))) return;
  }
}

/** False where nothing is left to send now. */
async function deliverBatch(deps: DeliverDeps, accountId: string, signal: AbortSignal): Promise<boolean> {
  const { db, log } = deps;
  const row = await db.selectFrom('audit_streams').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (row?.state !== 'on' || row.next_at.getTime() > Date.now()) return false;
  const { lines, position } = await linesAfter(db, accountId, row.position);
  if (lines.length === 0) return false;
  const sent = await sendLines(deps, row, lines, signal);
  const about = { accountId, lines: lines.length, position, status: sent.status };
  if (sent.problem !== null) {
    log.warn({ ...about, problem: sent.problem, tries: row.tries + 1 }, 'audit log: lines not delivered');
    if (sent.problem === 'gone') await switchOff(db, row);
    else await tryLater(deps, row, sent);
    return false;
  }
  log.info(about, 'audit log: lines delivered');
  // Only now: a process that dies before this sends the same lines again, with the same ids.
  const { numUpdatedRows } = await asRead(db, row)
    .set({ position, tries: 0, delivered_at: new Date(), problem: null, status: sent.status })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The stream, unless somebody changed it since, or made another one: its new receiver is another one. */
const asRead = (db: Database, { account_id: accountId, rev, created_at: createdAt }: StreamRow) =>
  db
    .updateTable('audit_streams')
    .where('account_id', '=', accountId)
    .where('rev', '=', rev)
    .where('created_at', '=', createdAt);

async function tryLater(
  { db, pausesSeconds = usualPauses }: DeliverDeps,
  row: StreamRow,
  { problem, status, retryAfterSeconds }: Sent,
): Promise<void> {
  const pause = pausesSeconds[Math.min(row.tries, pausesSeconds.length - 1)] ?? 0;
  const longest = usualPauses.at(-1) ?? pause;
  const wait = Math.max(pause, Math.min(retryAfterSeconds ?? 0, longest));
  await asRead(db, row)
    .set({ tries: row.tries + 1, problem, status, next_at: new Date(Date.now() + wait * 1000) })
    .execute();
}

/** The receiver said that it is gone for good: nothing is sent there before an administrator saves the stream again. */
async function switchOff(db: Database, row: StreamRow): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const off = await asRead(trx, row)
      .set({ state: 'off', problem: 'gone', status: 410 })
      .returning('account_id')
      .executeTakeFirst();
    if (!off) return;
    const { account_id: accountId } = off;
    await audit(trx, { accountId, actorUserId: null, action: 'auditStream.switchedOff', target: accountId });
  });
}
