import { type AccountDesk, accountDesk, type DeskGround, keysIn, type Touch } from '../../documents/account-desk.ts';
import { topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';

/** How many ended calls of the channels of accounts are unresolved, by channel id, kept in memory while somebody watches. */
export type UnresolvedDesk = AccountDesk<number>;

/** Opens the desk; changes of calls are one reading of their channels, however many members watch them. */
export const unresolvedDesk = ({ db, feed, onTrouble }: DeskGround): UnresolvedDesk =>
  accountDesk({
    feed,
    onTrouble,
    touched,
    read: async (accountId, channelIds) => ({ values: await countUnresolved(db, accountId, channelIds), until: null }),
  });

async function countUnresolved(
  db: Database,
  accountId: string,
  channelIds: readonly string[] | null,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('channels')
    .select('channels.id')
    .select((row) =>
      row
        .selectFrom('inbox_events')
        .select((event) => event.fn.countAll<string>().as('count'))
        .whereRef('inbox_events.channel_id', '=', 'channels.id')
        .where('unresolved', '=', true)
        .where('terminated_at', 'is not', null)
        .as('count'),
    )
    .where('account_id', '=', accountId)
    .$if(channelIds !== null, (query) => query.where('channels.id', 'in', channelIds ?? []))
    .execute();
  return new Map(rows.map(({ id, count }) => [id, Number(count ?? 0)]));
}

/** The channel of a call with which the count changes. */
const calls = topic('inbox_events', 'unresolved_in', '');
const channel = topic('channels', 'id', '');
const channelsOf = topic('channels', 'account_id', '');

function touched(topics: readonly string[], isKnown: (channelId: string) => boolean): Touch[] {
  const changed = keysIn(topics, calls).filter(isKnown);
  const isNew = keysIn(topics, channel).some((id) => !isKnown(id));
  return [
    ...changed.map((key): Touch => ({ kind: 'key', key })),
    ...(isNew ? keysIn(topics, channelsOf) : []).map((accountId): Touch => ({ kind: 'account', accountId })),
  ];
}
