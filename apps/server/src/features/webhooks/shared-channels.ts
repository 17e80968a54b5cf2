import type { Writer } from '../../storage/writer.ts';

/** Which of these channels are shared ones of the account. */
export async function sharedAmong(db: Writer, accountId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'acd')
    .where('owner_user_id', 'is', null)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
