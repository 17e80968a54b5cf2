import type { CallLog } from '@sidetone/contract/entities/call-log.ts';
import { sql } from 'kysely';
import type { Writer } from '../../../storage/writer.ts';
import { fitLedger } from '../ledger/fit.ts';
import { wakeSources } from '../ledger/wake.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { readinessOf } from '../readiness.ts';
import { createDrafted } from '../tasks/create-drafted.ts';
import { type LoggedCall, mayLogCalls, ownCall, requireMayLog } from './call.ts';
import { requireRead } from './log-document.ts';
import { modeOf } from './modes.ts';
import { sourcesOf } from './sources.ts';
import { type LogRow, lockLog, loggedTo, markSettled, type OfCall, requireLog } from './stored.ts';

type Ground = Pick<CallLogParts, 'db' | 'jobs' | 'crm' | 'secret'>;

/**
 * The panel of a log is closed. `ready`: it is written once the call is over, and so is its follow-up task; otherwise it stays
 * as it is. Throws like `openLog`.
 */
export async function closeLog(ground: Ground, asker: Asker, of: OfCall, ready: boolean): Promise<CallLog> {
  await ground.db.transaction().execute(async (trx) => {
    const call = await ownCall(trx, asker, of.channelId, of.sessionId);
    await requireMayLog(trx, asker, call);
    await requireLog(trx, of);
    const closed = trx
      .updateTable('call_logs')
      .set({ panel_until: null })
      .where('channel_id', '=', of.channelId)
      .where('session_id', '=', of.sessionId)
      .returningAll();
    const log = await (ready
      ? closed.set({ ready_at: sql`now()`, closed_by: asker.userId })
      : closed
    ).executeTakeFirstOrThrow();
    if (!ready) return;
    await writeLog(ground, trx, call, log, []);
    await createDrafted(ground, trx, call);
  });
  return await requireRead(ground.db, of);
}

/** The server closes a log by itself, since nobody is there to do so. */
export async function closeByItself(ground: Ground, trx: Writer, call: LoggedCall): Promise<void> {
  const log = await trx
    .updateTable('call_logs')
    .set({ ready_at: sql`now()`, closed_by: null })
    .where('channel_id', '=', call.channelId)
    .where('session_id', '=', call.sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeLog(ground, trx, call, log, []);
}

/**
 * Brings the ledger up to a log that was closed, and has it written. Does nothing while the call is not over or the log is not
 * closed. `changed`: CRMs for which the contents are other ones now.
 */
export async function writeLog(
  ground: Pick<Ground, 'jobs' | 'crm' | 'secret'>,
  trx: Writer,
  call: LoggedCall,
  log: LogRow,
  changed: readonly string[],
): Promise<void> {
  if (call.endedAt === null || log.ready_at === null) return;
  const sources = await sourcesOf(trx, ground.crm, call.accountId);
  const mode = await modeOf(trx, call.channelId);
  const hasPlan = await mayLogCalls(trx, call.accountId);
  const least = await leastSeconds(trx, log.closed_by ?? call.owner);
  const entities = await loggedTo(trx, call);
  await fitLedger(trx, {
    secret: await ground.secret(),
    call,
    sources,
    actor: log.closed_by,
    changed,
    skipReasonOf: ({ name }) =>
      readinessOf({
        call,
        mode,
        hasGrant: hasPlan,
        leastSeconds: least,
        isAmbiguous: log.is_ambiguous,
        byUser: log.closed_by !== null,
        hasEntity: entities.some(({ source }) => source === name),
      }),
  });
  await wakeSources(
    ground.jobs,
    trx,
    call.accountId,
    sources.map(({ name }) => name),
  );
  if (log.settled_at === null) await markSettled(trx, call);
}

/** Something of a log that may be written already changed. */
export async function logChanged(
  ground: Pick<Ground, 'jobs' | 'crm' | 'secret'>,
  trx: Writer,
  call: LoggedCall,
  changed: readonly string[] | 'all',
): Promise<void> {
  const log = await lockLog(trx, call);
  if (!log || log.ready_at === null) return;
  const names =
    changed === 'all' ? (await sourcesOf(trx, ground.crm, call.accountId)).map(({ name }) => name) : changed;
  await writeLog(ground, trx, call, log, names);
}

/** The shortest outgoing call that a user wants logged, in seconds. */
async function leastSeconds(trx: Writer, userId: string | null): Promise<number> {
  if (userId === null) return 0;
  const row = await trx
    .selectFrom('users')
    .select(sql<number | null>`(settings ->> 'loggedCallDuration')::float`.as('seconds'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.seconds ?? 0;
}
