import { type SqlBool, sql } from 'kysely';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';
import { forgetTarget } from '../voice-menus/forget-target.ts';
import { channelOf } from './channel-row.ts';

/**
 * Deletes a shared channel. Its calls with what was recorded of them go to `callsTo`, or are deleted with it. Its numbers
 * stay with the account and ring nowhere; channels whose calls went on to it tell the caller that nobody is there; keys of
 * voice menus lead to `callsTo`. Throws `Refusal` NOT_FOUND, CONFLICT for a private channel or one that has a call now.
 */
export const removeChannel = (
  db: Database,
  by: Administrator,
  channelId: string,
  callsTo: string | undefined,
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const channel = await channelOf(trx, accountId, channelId);
    if (channel.type === 'private') throw new Refusal('CONFLICT', 'A private channel is deleted with its owner.');
    if (callsTo === channelId) throw new Refusal('CONFLICT', 'A channel cannot forward calls to itself.');
    const running = await trx
      .selectFrom('inbox_events')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('terminated_at', 'is', null)
      .executeTakeFirst();
    if (running) throw new Refusal('CONFLICT', 'The channel has a call. Try again when it has ended.');
    if (callsTo !== undefined) {
      await channelOf(trx, accountId, callsTo);
      // What both channels have stays as the other one has it.
      const moved = sql<SqlBool>`not exists (
        select 1 from inbox_events other where other.channel_id = ${callsTo} and other.id = inbox_events.id)`;
      await trx
        .updateTable('inbox_events')
        .set({ channel_id: callsTo })
        .where('channel_id', '=', channelId)
        .where(moved)
        .execute();
      // What is said of a call that both have is of the one that stays; the others took theirs along.
      await trx.updateTable('call_feedback').set({ channel_id: callsTo }).where('channel_id', '=', channelId).execute();
      await trx.updateTable('recordings').set({ channel_id: callsTo }).where('channel_id', '=', channelId).execute();
      await trx.updateTable('voicemails').set({ channel_id: callsTo }).where('channel_id', '=', channelId).execute();
    }
    await forgetDestination(trx, accountId, channelId);
    await forgetTarget(trx, note, { accountId, channelId, callsTo: callsTo ?? null });
    await trx.deleteFrom('channels').where('id', '=', channelId).execute();
    await note(channel.type === 'room' ? 'conferenceRoom.removed' : 'channel.removed', channelId, {
      name: channel.name,
      callsTo: callsTo ?? null,
    });
  });

/** Calls of no channel overflow to one that no longer exists. */
const forgetDestination = async (
  trx: Parameters<typeof channelOf>[0],
  accountId: string,
  channelId: string,
): Promise<void> => {
  const nobody = { kind: 'none' };
  const isIt = (destination: unknown): boolean =>
    (destination as { kind?: unknown; channelId?: unknown } | null)?.kind === 'channel' &&
    (destination as { channelId?: unknown }).channelId === channelId;
  const others = await trx
    .selectFrom('channels')
    .select(['id', 'routing'])
    .where('account_id', '=', accountId)
    .where('id', '<>', channelId)
    .where(sql<SqlBool>`routing::text like ${`%"${channelId}"%`}`)
    .execute();
  for (const { id, routing } of others) {
    const { overflow, closed, holidays, waiting } = routing;
    const next = {
      ...routing,
      ...(isIt(overflow) && { overflow: nobody }),
      ...(isIt(closed) && { closed: nobody }),
      ...(isIt((waiting as { full?: unknown } | null | undefined)?.full) && {
        waiting: { ...(waiting as object), full: nobody },
      }),
      ...(Array.isArray(holidays) && {
        holidays: holidays.map((holiday: { destination?: unknown }) =>
          isIt(holiday.destination) ? { ...holiday, destination: null } : holiday,
        ),
      }),
    };
    await trx
      .updateTable('channels')
      .set({ routing: JSON.stringify(next) })
      .where('id', '=', id)
      .execute();
  }
};
