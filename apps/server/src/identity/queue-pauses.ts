import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import type { Pause, PauseReason } from '@sidetone/contract/entities/pause.ts';
import { sql } from 'kysely';
import { audit } from '../requests/audit.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';

/** The member who pauses. */
export interface Pausing {
  readonly userId: string;
  readonly accountId: string;
  /** Where they asked for it; null for a phone. */
  readonly address: string | null;
}

interface PauseColumns {
  readonly pause_reason: string | null;
  readonly pause_name: string | null;
  readonly paused_at: Date | null;
  readonly paused_until: Date | null;
}

export const pauseColumns = ['pause_reason', 'pause_name', 'paused_at', 'paused_until'] as const;
export const noPause = { pause_reason: null, pause_name: null, paused_at: null, paused_until: null } as const;

/** A member whose pause ended by itself pauses no longer, whatever the row says. */
export const isPausing = sql<boolean>`(channel_members.paused_at is not null
  and (channel_members.paused_until is null or channel_members.paused_until > now()))`;

/** The pause that the columns of a member keep; null where there is none, or it is over. */
export function pauseOf(row: PauseColumns, now = new Date()): Pause | null {
  if (row.pause_reason === null || row.paused_at === null) return null;
  if (row.paused_until !== null && row.paused_until <= now) return null;
  return {
    reasonId: row.pause_reason,
    name: row.pause_name,
    since: row.paused_at.toISOString(),
    until: row.paused_until?.toISOString() ?? null,
  };
}

/**
 * A member pauses in a queue, or with null in all that they are logged in to. Throws `Refusal` CONFLICT for a reason that
 * is gone, and where they are logged in to nothing.
 */
export const beginPause = async (
  db: Database,
  by: Pausing,
  channelId: string | null,
  wanted: { readonly reasonId: string; readonly minutes: number | null },
): Promise<Pause> =>
  await db.transaction().execute(async (trx) => {
    const reason = (await reasonsOf(trx, by.accountId)).find(({ id }) => id === wanted.reasonId);
    if (!reason) throw new Refusal('CONFLICT', 'There is no such reason any longer.');
    const pause = await begin(trx, by, channelId, { reason, minutes: wanted.minutes });
    if (!pause) throw new Refusal('CONFLICT', 'Only who is logged in can pause.');
    return pause;
  });

/** A member takes calls of a queue again, or with null of all queues. */
export const endPause = async (db: Database, by: Pausing, channelId: string | null): Promise<void> => {
  await db.transaction().execute((trx) => end(trx, by, channelId));
};

/**
 * What a phone does by a code: ends the pause where there is one, else begins one for the first reason, until it is ended.
 * Null where the member is logged in to nothing.
 */
export const switchPause = async (
  db: Database,
  by: Pausing,
  channelId: string | null,
): Promise<'paused' | 'resumed' | null> =>
  await db.transaction().execute(async (trx) => {
    if (await end(trx, by, channelId)) return 'resumed';
    const [reason] = await reasonsOf(trx, by.accountId);
    const pause = reason && (await begin(trx, by, channelId, { reason, minutes: null }));
    return pause ? 'paused' : null;
  });

async function reasonsOf(trx: Writer, accountId: string): Promise<readonly PauseReason[]> {
  const row = await trx.selectFrom('accounts').select('call_settings').where('id', '=', accountId).executeTakeFirst();
  return callSettings.parse(row?.call_settings ?? {}).pauseReasons;
}

async function begin(
  trx: Writer,
  by: Pausing,
  channelId: string | null,
  { reason, minutes }: { readonly reason: PauseReason; readonly minutes: number | null },
): Promise<Pause | null> {
  const ids = (await membershipsOf(trx, by, channelId)).filter((each) => each.dialed_in).map((each) => each.channel_id);
  if (ids.length === 0) return null;
  const [first] = await trx
    .updateTable('channel_members')
    .set({
      pause_reason: reason.id,
      pause_name: reason.name,
      paused_at: sql<Date>`now()`,
      paused_until: minutes === null ? null : sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .where('user_id', '=', by.userId)
    .where('channel_id', 'in', ids)
    .returning(pauseColumns)
    .execute();
  const pause = first ? pauseOf(first, new Date(0)) : null;
  const detail = { reason: reason.name ?? reason.id, until: pause?.until ?? null };
  for (const target of ids) await note(trx, by, { action: 'queue.memberPaused', target, detail });
  return pause;
}

/** Whether there was one to end. One that ended by itself is taken out of the row, and counts as none. */
async function end(trx: Writer, by: Pausing, channelId: string | null): Promise<boolean> {
  const paused = (await membershipsOf(trx, by, channelId)).filter(({ paused_at }) => paused_at !== null);
  const ids = paused.map(({ channel_id }) => channel_id);
  if (ids.length === 0) return false;
  await trx
    .updateTable('channel_members')
    .set(noPause)
    .where('user_id', '=', by.userId)
    .where('channel_id', 'in', ids)
    .execute();
  const lasting = paused.filter((row) => pauseOf(row) !== null);
  for (const { channel_id: target } of lasting) await note(trx, by, { action: 'queue.memberResumed', target });
  return lasting.length > 0;
}

/** The rows of the member in queues of their account, which nobody else changes until the transaction ends. */
const membershipsOf = (trx: Writer, { userId, accountId }: Pausing, channelId: string | null) =>
  trx
    .selectFrom('channel_members')
    .select(['channel_id', 'dialed_in', ...pauseColumns])
    .where('user_id', '=', userId)
    .where('channel_id', 'in', (eb) =>
      eb
        .selectFrom('channels')
        .select('channels.id')
        .where('channels.account_id', '=', accountId)
        .where('channels.type', '=', 'acd')
        .$if(channelId !== null, (query) => query.where('channels.id', '=', channelId)),
    )
    .orderBy('channel_id')
    .forUpdate()
    .execute();

const note = (
  trx: Writer,
  { userId, accountId, address }: Pausing,
  what: {
    readonly action: 'queue.memberPaused' | 'queue.memberResumed';
    readonly target: string;
    readonly detail?: Readonly<Record<string, unknown>>;
  },
) => audit(trx, { accountId, actorUserId: userId, address, ...what });
