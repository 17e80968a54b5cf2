import type { CallLog } from '@sidetone/contract/entities/call-log.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { defaultsOf } from '../defaults.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { type LoggedCall, ownCall, requireMayLog } from './call.ts';
import { readLog } from './log-document.ts';
import { hasNoDefaults, knownOf, type Related, relatedNow, withRelated } from './related.ts';
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
  const related = isUpdate ? nothingRelated : await relatedFor(parts, asker, of);
  await parts.db.transaction().execute(async (trx) => {
    const call = await ownCall(trx, asker, of.channelId, of.sessionId);
    await requireMayLog(trx, asker, call);
    const log = await makeLog(trx, call);
    if (!isUpdate) await applyDefaults(trx, parts.crm, { call, log, userId: asker.userId, related });
    await trx
      .updateTable('call_logs')
      .set({ panel_until: panelLease })
      .where('channel_id', '=', call.channelId)
      .where('session_id', '=', call.sessionId)
      .execute();
  });
  return await requireRead(parts.db, of);
}

const nothingRelated: Related = new Map();

/** What the CRMs say that belongs to who called, the first time that somebody opens the log. Throws like `openLog`. */
async function relatedFor(parts: Pick<CallLogParts, 'db' | 'crm'>, asker: Asker, of: OfCall): Promise<Related> {
  const call = await ownCall(parts.db, asker, of.channelId, of.sessionId);
  await requireMayLog(parts.db, asker, call);
  if (!(await hasNoDefaults(parts.db, of))) return nothingRelated;
  return (await relatedNow(parts, call, asker.userId, new Set())).related;
}

/** The log as it is now. Throws `Refusal` NOT_FOUND where it is gone. */
export async function requireRead(db: Writer, of: OfCall): Promise<CallLog> {
  const [log] = await readLog(db, of);
  if (!log) throw notFound('log of this call');
  return log;
}

interface Applying {
  readonly call: LoggedCall;
  readonly log: LogRow;
  /** Whose choice of types counts; null for the types that nobody changed. */
  readonly userId: string | null;
  readonly related: Related;
}

/** Chooses what a call is logged to by itself, once for each log (SLOG-011). */
export async function applyDefaults(
  trx: Writer,
  crm: CallLogParts['crm'],
  { call, log, userId, related }: Applying,
): Promise<void> {
  if (log.are_defaults_applied) return;
  const known = await knownOf(trx, crm, call, userId);
  // With a CRM that is connected later it is chosen then.
  if (known.sources.length === 0) return;
  const { entities, isAmbiguous } = defaultsOf({
    ...known,
    matches: known.matches.map((match) => withRelated(match, related)),
  });
  await addEntities(trx, call, entities, 'default');
  await trx
    .updateTable('call_logs')
    .set({ are_defaults_applied: true, is_ambiguous: isAmbiguous })
    .where('channel_id', '=', call.channelId)
    .where('session_id', '=', call.sessionId)
    .execute();
}
