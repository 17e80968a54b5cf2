import type { HandSwitch } from '@sidetone/contract/entities/hand-switch.ts';
import { audit } from '../requests/audit.ts';
import type { Database } from '../storage/database.ts';

/** What members switch by telephone, as the exchange asks for it. */
export const nightSwitch = (db: Database) => ({
  onlyQueueOf: (userId: string) => onlyQueueOf(db, userId),
  holdChannel: (user: Switching, channelId: string, state: HandSwitch['state'] | null) =>
    holdChannel(db, user, channelId, state),
});

/** Who switches. */
interface Switching {
  readonly userId: string;
  readonly accountId: string;
}

/** The only shared channel that a user is a member of; null where there are several or none. */
async function onlyQueueOf(db: Database, userId: string): Promise<string | null> {
  const rows = await db
    .selectFrom('channel_members')
    .innerJoin('channels', 'channels.id', 'channel_members.channel_id')
    .select('channels.id')
    .where('channel_members.user_id', '=', userId)
    .where('channels.type', '=', 'acd')
    .limit(2)
    .execute();
  const [first] = rows;
  return rows.length === 1 && first ? first.id : null;
}

/** A member keeps a channel open or closed until it is switched back; null: its opening hours count again. */
async function holdChannel(
  db: Database,
  { userId, accountId }: Switching,
  channelId: string,
  state: HandSwitch['state'] | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('channels')
      .select(['held_state', 'held_until'])
      .where('id', '=', channelId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return;
    await trx
      .updateTable('channels')
      .set({ held_state: state, held_until: null })
      .where('id', '=', channelId)
      .execute();
    const from = before.held_state && { state: before.held_state, until: before.held_until?.toISOString() ?? null };
    const to = state && { state, until: null };
    await audit(trx, {
      accountId,
      actorUserId: userId,
      address: null,
      action: 'channel.switched',
      target: channelId,
      detail: { held: { from, to }, byPhone: true },
    });
  });
}
