import type { ChannelLogMode } from '@sidetone/contract/documents/call-log-queries.ts';
import type { LogMode } from '@sidetone/contract/entities/call-log.ts';
import { sql } from 'kysely';
import type { Caller } from '../../../requests/callers.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { mayLogCalls, requireLogs } from './call.ts';

/** A channel for which nothing was set asks: nothing gets into a CRM that nobody wanted there. */
export const usualMode: LogMode = 'ask';

export async function modeOf(db: Writer, channelId: string): Promise<LogMode> {
  const row = await db
    .selectFrom('channel_log_modes')
    .select('mode')
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row?.mode ?? usualMode;
}

/** Of all channels of the user; all of them are off where the account's plan has no logs. */
export async function modesOf(
  db: Database,
  { userId, accountId }: Pick<Caller, 'userId' | 'accountId'>,
): Promise<ChannelLogMode[]> {
  const hasPlan = await mayLogCalls(db, accountId);
  const rows = await db
    .selectFrom('channel_members as member')
    .innerJoin('channels', 'channels.id', 'member.channel_id')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin('channel_log_modes as mode', 'mode.channel_id', 'member.channel_id')
    .select(['member.channel_id as id', 'mode.mode', 'mode.rev', 'users.admin', 'channels.owner_user_id'])
    .where('member.user_id', '=', userId)
    .orderBy('member.channel_id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rev: Number(row.rev ?? 0),
    mode: hasPlan ? (row.mode ?? usualMode) : 'off',
    mayChange: row.owner_user_id === null ? row.admin : row.owner_user_id === userId,
  }));
}

/**
 * Whose line it is chooses the mode of a private channel, administrators that of a shared one. Throws `Refusal` FORBIDDEN to
 * members who may not and where the plan has no logs, NOT_FOUND to others.
 */
export async function setMode(db: Database, caller: Caller, channelId: string, mode: LogMode): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireLogs(trx, caller.accountId);
    const channel = await trx
      .selectFrom('channels')
      .innerJoin('users', 'users.account_id', 'channels.account_id')
      .leftJoin('channel_members as member', (join) =>
        join.onRef('member.channel_id', '=', 'channels.id').onRef('member.user_id', '=', 'users.id'),
      )
      .select(['channels.owner_user_id', 'member.user_id'])
      .where('channels.id', '=', channelId)
      .where('channels.account_id', '=', caller.accountId)
      .where('users.id', '=', caller.userId)
      .executeTakeFirst();
    if (!channel || (!caller.admin && channel.user_id === null)) throw notFound('channel');
    if (channel.owner_user_id !== null && channel.owner_user_id !== caller.userId) throw notFound('channel');
    if (channel.owner_user_id === null && !caller.admin)
      throw new Refusal('FORBIDDEN', 'Administrators say how the calls of a shared channel are logged.');
    await trx
      .insertInto('channel_log_modes')
      .values({
        channel_id: channelId,
        account_id: caller.accountId,
        mode,
        auto_since: mode === 'auto' ? sql<Date>`now()` : null,
      })
      .onConflict((conflict) =>
        conflict.column('channel_id').doUpdateSet({
          mode,
          // Chosen once more it goes on as before.
          auto_since: sql<Date | null>`case when excluded.mode <> 'auto' then null
            when channel_log_modes.mode = 'auto' then channel_log_modes.auto_since else now() end`,
        }),
      )
      .execute();
  });
}
