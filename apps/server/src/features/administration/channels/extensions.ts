import { refuseMeaningful } from '../../../identity/extensions.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';

/**
 * Gives a channel of the account an extension. Giving it again changes nothing. Throws `Refusal` CONFLICT for one of
 * another channel or one that means something else, NOT_FOUND for a channel of nobody here.
 */
export const setExtension = (db: Database, by: Administrator, extension: string, channelId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const channel = await trx
      .selectFrom('channels')
      .select('id')
      .where('id', '=', channelId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!channel) throw notFound('channel');
    const owner = await trx
      .selectFrom('extensions')
      .select('channel_id')
      .where('account_id', '=', accountId)
      .where('extension', '=', extension)
      .executeTakeFirst();
    if (owner?.channel_id === channelId) return;
    await refuseMeaningful(trx, accountId, extension);
    await trx.insertInto('extensions').values({ account_id: accountId, extension, channel_id: channelId }).execute();
    await note('extension.changed', extension, { channelId: { from: null, to: channelId } });
  });

/** Takes an extension away from whichever channel has it. */
export const removeExtension = (db: Database, by: Administrator, extension: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const removed = await trx
      .deleteFrom('extensions')
      .where('account_id', '=', by.accountId)
      .where('extension', '=', extension)
      .returning('channel_id')
      .executeTakeFirst();
    if (!removed) throw notFound('extension');
    await note('extension.changed', extension, { channelId: { from: removed.channel_id, to: null } });
  });
