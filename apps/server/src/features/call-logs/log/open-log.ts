import type { CallLog } from '@sidetone/contract/entities/call-log.ts';
import { sql } from 'kysely';
import { notFound } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { defaultsOf } from '../defaults.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { type LoggedCall, ownCall, requireMayLog } from './call.ts';
import { readLog } from './log-document.ts';
import { choicesOf, matchesOf } from './matches.ts';
import { sourcesOf } from './sources.ts';
import { addEntities, type LogRow, makeLog, type OfCall, panelLease } from './stored.ts';

/**
 * A panel shows the log of a call: makes it where there is none, chooses default entities once, and holds it for
 * `panelSeconds`. Throws `Refusal` NOT_FOUND to others than members, FORBIDDEN to those who may not log it.
 */
export async function openLog(
  parts: Pick<CallLogParts, 'db' | 'crm'>,
  asker: Asker,
  of: OfCall,
  isUpdate: boolean,
): Promise<CallLog> {
  await parts.db.transaction().execute(async (trx) => {
    const call = await ownCall(trx, asker, of.channelId, of.sessionId);
    await requireMayLog(trx, asker, call);
    const log = await makeLog(trx, call);
    if (!isUpdate) await applyDefaults(trx, parts.crm, call, log, asker.userId);
    await trx
      .updateTable('call_logs')
      .set({ panel_until: panelLease })
      .where('channel_id', '=', call.channelId)
      .where('session_id', '=', call.sessionId)
      .execute();
  });
  return await requireRead(parts.db, of);
}

/** The log as it is now. Throws `Refusal` NOT_FOUND where it is gone. */
export async function requireRead(db: Writer, of: OfCall): Promise<CallLog> {
  const [log] = await readLog(db, of);
  if (!log) throw notFound('log of this call');
  return log;
}

/**
 * Chooses what a call is logged to by itself, once for each log (SLOG-011). `userId`: whose choice of types counts; null for
 * the types that nobody changed.
 */
export async function applyDefaults(
  trx: Writer,
  crm: CallLogParts['crm'],
  call: LoggedCall,
  log: LogRow,
  userId: string | null,
): Promise<LogRow> {
  if (log.are_defaults_applied) return log;
  const sources = await sourcesOf(trx, crm, call.accountId);
  // With a CRM that is connected later it is chosen then.
  if (sources.length === 0) return log;
  const isLogged = !call.isInternal;
  const [matches, choices, types] = await Promise.all([
    isLogged ? matchesOf(trx, call.accountId, sources, call.remoteNumber) : [],
    choicesOf(trx, call.accountId, call.remoteNumber),
    typesOf(trx, userId),
  ]);
  const { entities, isAmbiguous } = defaultsOf({
    matches,
    choices,
    typesOf: (source) => types[source] ?? null,
  });
  await addEntities(trx, call, entities, 'default');
  return await trx
    .updateTable('call_logs')
    .set({ are_defaults_applied: true, is_ambiguous: isAmbiguous })
    .where('channel_id', '=', call.channelId)
    .where('session_id', '=', call.sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Which types a user has chosen for each CRM. */
async function typesOf(trx: Writer, userId: string | null): Promise<Readonly<Record<string, readonly string[]>>> {
  if (userId === null) return {};
  const row = await trx
    .selectFrom('users')
    .select(sql<Record<string, string[]> | null>`settings -> 'defaultCallLoggingEntityTypes'`.as('types'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.types ?? {};
}
