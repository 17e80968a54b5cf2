import { entityTypes } from '@sidetone/contract/entities/integration.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { notFound } from '../../../requests/refusal.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Candidate } from './matches.ts';

/** A call in a channel. */
export interface OfCall {
  readonly channelId: string;
  readonly sessionId: string;
}

export type LogRow = Selectable<Schema['call_logs']>;

/** The log of a call, locked until the transaction ends; null while there is none. */
export const lockLog = async (trx: Writer, { channelId, sessionId }: OfCall): Promise<LogRow | null> =>
  (await trx
    .selectFrom('call_logs')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()) ?? null;

/** The same for those who need one. Throws `Refusal` NOT_FOUND. SLOG-018 */
export async function requireLog(trx: Writer, call: OfCall): Promise<LogRow> {
  const log = await lockLog(trx, call);
  if (log === null) throw notFound('log of this call');
  return log;
}

/** Makes the log of a call where there is none, and locks it. */
export async function makeLog(trx: Writer, call: OfCall & { readonly accountId: string }): Promise<LogRow> {
  await trx
    .insertInto('call_logs')
    .values({ channel_id: call.channelId, session_id: call.sessionId, account_id: call.accountId })
    .onConflict((conflict) => conflict.columns(['channel_id', 'session_id']).doNothing())
    .execute();
  return await requireLog(trx, call);
}

/** People, or the server in their place, have said what becomes of a log: the server does nothing of its own with it again. */
export const markSettled = async (trx: Writer, { channelId, sessionId }: OfCall): Promise<void> =>
  void (await trx
    .updateTable('call_logs')
    .set({ settled_at: sql`now()` })
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .execute());

/** What a call is logged to. */
export interface LoggedTo extends Candidate {
  readonly crmOwner: string | null;
  /** The user here who that is; null where nobody knows of one. */
  readonly ownedBy: string | null;
  readonly chosenBy: 'default' | 'user';
  /** The CRM's id of the record by which it is; null while it is not. */
  readonly loggedAs: string | null;
  readonly rev: number;
}

/** What a call is logged to, in the order in which it was chosen. */
export async function loggedTo(db: Writer, { channelId, sessionId }: OfCall): Promise<LoggedTo[]> {
  const rows = await db
    .selectFrom('call_log_entities')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .orderBy('position')
    .execute();
  return rows.flatMap((row) => {
    const type = z.enum(entityTypes).safeParse(row.type).data;
    return type === undefined
      ? []
      : {
          source: row.source,
          type,
          id: row.external_id,
          label: row.label,
          url: row.url,
          isOpen: row.is_open,
          crmOwner: row.crm_owner,
          ownedBy: row.owned_by,
          chosenBy: row.chosen_by,
          loggedAs: row.logged_as,
          rev: Number(row.rev),
        };
  });
}

/** Adds records to a log; one that is there already stays as it is. Gives how many are new. */
export async function addEntities(
  trx: Writer,
  { channelId, sessionId }: OfCall,
  entities: readonly Candidate[],
  chosenBy: 'default' | 'user',
): Promise<number> {
  if (entities.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('call_log_entities')
    .values(
      entities.map((one) => ({
        channel_id: channelId,
        session_id: sessionId,
        source: one.source,
        type: one.type,
        external_id: one.id,
        label: one.label.slice(0, 500),
        url: one.url,
        is_open: one.isOpen,
        crm_owner: one.crmOwner ?? null,
        owned_by: one.ownedBy ?? null,
        chosen_by: chosenBy,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/** A panel shows the log: the server leaves it alone for so long. */
const panelSeconds = 30;
export const panelLease = sql<Date>`now() + make_interval(secs => ${panelSeconds})`;
