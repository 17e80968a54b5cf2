import type { CallLog } from '@sidetone/contract/entities/call-log.ts';
import type { Writer } from '../../../storage/writer.ts';
import { defaultsOf } from '../defaults.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { type LoggedCall, ownCall, requireMayLog } from './call.ts';
import { logChanged } from './close-log.ts';
import { requireRead } from './log-document.ts';
import { knownOf, type Related, relatedNow, withRelated } from './related.ts';
import { addEntities, type LogRow, lockLog, makeLog, type OfCall, panelLease } from './stored.ts';

/**
 * A panel shows the log of a call: makes it where there is none, chooses default entities once, and holds it for
 * `panelSeconds`. Throws `Refusal` NOT_FOUND to others than members, FORBIDDEN to those who may not log it.
 */
export async function openLog(parts: Ground, asker: Asker, of: OfCall, isUpdate: boolean): Promise<CallLog> {
  // Before CRMs are asked, which takes seconds: meanwhile the server must not close the log by itself.
  const { call, hasDefaults } = await hold(parts.db, asker, of);
  if (!isUpdate && !hasDefaults) {
    const { related } = await relatedNow(parts, call, asker.userId, new Set());
    await parts.db.transaction().execute(async (trx) => {
      const log = await lockLog(trx, of);
      if (log === null) return;
      await applyDefaults(trx, parts.crm, { call, log, userId: asker.userId, related });
      // It may have been closed meanwhile, and is written already.
      await logChanged(parts, trx, call, 'all');
    });
  }
  return await requireRead(parts.db, of);
}

type Ground = Pick<CallLogParts, 'db' | 'jobs' | 'crm' | 'secret' | 'answers'>;

/** The panel has the log, which is made where there is none. */
const hold = (db: Ground['db'], asker: Asker, of: OfCall): Promise<{ call: LoggedCall; hasDefaults: boolean }> =>
  db.transaction().execute(async (trx) => {
    const call = await ownCall(trx, asker, of.channelId, of.sessionId);
    await requireMayLog(trx, asker, call);
    const { are_defaults_applied: hasDefaults } = await makeLog(trx, call);
    await trx
      .updateTable('call_logs')
      .set({ panel_until: panelLease })
      .where('channel_id', '=', call.channelId)
      .where('session_id', '=', call.sessionId)
      .execute();
    return { call, hasDefaults };
  });

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
