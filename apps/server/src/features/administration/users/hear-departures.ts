import type { ChangeFeed } from '../../../documents/change-feed.ts';
import type { Database } from '../../../storage/database.ts';

/** What has to happen at once when someone may do less than before. */
interface Departures {
  /** They are no member of the channel any more. */
  memberLeft(userId: string, channelId: string): void;
  /** They may not sign in any more. */
  userDeactivated(userId: string): void;
  onTrouble(error: unknown): void;
}

/**
 * Tells of members who left a channel and of users who were deactivated, by whatever process: what rings them stops, and
 * their devices are let go. What a broken connection kept from being heard is made up for. Gives the way to stop.
 */
export function hearDepartures(feed: ChangeFeed, db: Database, on: Departures): () => void {
  const lookAtMember = async (userId: string, channelId: string) => {
    const row = await db
      .selectFrom('channel_members')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    if (!row) on.memberLeft(userId, channelId);
  };
  const lookAtUsers = async (userIds?: readonly string[]) => {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('deactivated_at', 'is not', null)
      .$if(userIds !== undefined, (query) => query.where('id', 'in', [...(userIds ?? [])]))
      .execute();
    for (const { id } of rows) on.userDeactivated(id);
  };
  const stopChanges = feed.onChange((topics) => {
    const channelId = keyIn(topics, memberOf);
    const member = keyIn(topics, memberIs);
    if (channelId !== undefined && member !== undefined) lookAtMember(member, channelId).catch(on.onTrouble);
    const user = keyIn(topics, userIs);
    if (user !== undefined) lookAtUsers([user]).catch(on.onTrouble);
  });
  const stopGaps = feed.onGap(() => void lookAtUsers().catch(on.onTrouble));
  lookAtUsers().catch(on.onTrouble);
  return () => {
    stopChanges();
    stopGaps();
  };
}

const [memberOf, memberIs, userIs] = ['channel_members channel_id=', 'channel_members user_id=', 'users id='];

/** One notice carries the keys of one row, each as a topic. */
const keyIn = (topics: readonly string[], begin = ''): string | undefined =>
  topics.find((each) => each.startsWith(begin))?.slice(begin.length);
