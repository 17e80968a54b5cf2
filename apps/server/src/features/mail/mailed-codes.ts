import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';

/** How soon the next code for a channel may be mailed. */
const betweenMs = 60_000;
const hourMs = 3_600_000;
/** In an hour: enough for somebody who mistypes, and too few to bother a stranger. */
const mostToAddress = 5;
const mostOfAccount = 30;

/** Lets one change of addresses of a company after the other count codes, until the transaction ends. */
export const inTurnOf = async (trx: Writer, accountId: string): Promise<void> => {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
};

/** Whether a code was mailed for this channel a moment ago, also if its address has been removed since. */
export async function wasJustMailed(trx: Writer, accountId: string, channelId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('mailed_codes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('channel_id', '=', channelId)
    .where('sent_at', '>', new Date(Date.now() - betweenMs))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts a code that is about to be mailed, once it is this change's turn, and gives what takes it back; null where this company, or this address, got as many as
 * it may within the hour. Those of before are forgotten.
 */
export async function countCode(
  trx: Writer,
  { accountId, channelId, address }: { accountId: string; channelId: string; address: string },
): Promise<string | null> {
  await trx
    .deleteFrom('mailed_codes')
    .where('account_id', '=', accountId)
    .where('sent_at', '<', new Date(Date.now() - hourMs))
    .execute();
  const to = address.toLowerCase();
  const { all, there } = await trx
    .selectFrom('mailed_codes')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where address = ${to}))::int`.as('there'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (all >= mostOfAccount || there >= mostToAddress) return null;
  const { id } = await trx
    .insertInto('mailed_codes')
    .values({ account_id: accountId, channel_id: channelId, address: to })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The mail did not go out. */
export const takeBackCode = async (db: Writer, id: string): Promise<void> => {
  await db.deleteFrom('mailed_codes').where('id', '=', id).execute();
};
