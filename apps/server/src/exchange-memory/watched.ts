import type { Database } from '../storage/database.ts';

/** A person or a shared channel, as lamps of phones follow them. */
type Watched =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'channel'; readonly channelId: string };

/**
 * Whom these extensions of an account name: a person who is not deactivated, or a shared channel. One that names nobody is
 * missing.
 */
export async function watchedBy(
  db: Database,
  accountId: string,
  extensions: readonly string[],
): Promise<ReadonlyMap<string, Watched>> {
  const rows = await db
    .selectFrom('extensions')
    .innerJoin('channels', 'channels.id', 'extensions.channel_id')
    .leftJoin('users', 'users.id', 'channels.owner_user_id')
    .select(['extensions.extension', 'channels.id', 'channels.type', 'users.id as userId', 'users.deactivated_at'])
    .where('extensions.account_id', '=', accountId)
    .where('extensions.extension', 'in', [...extensions])
    .execute();
  return new Map(
    rows.flatMap(({ extension, id, type, userId, deactivated_at }): [string, Watched][] => {
      if (type !== 'private') return [[extension, { kind: 'channel', channelId: id }]];
      return userId === null || deactivated_at !== null ? [] : [[extension, { kind: 'user', userId }]];
    }),
  );
}
