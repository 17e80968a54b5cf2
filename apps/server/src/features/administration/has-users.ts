import type { Writer } from '../../storage/writer.ts';

/** Whether all of these are users of the account, deactivated ones too. */
export async function hasUsers(trx: Writer, accountId: string, userIds: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(userIds)];
  if (wanted.length === 0) return true;
  const known = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .execute();
  return known.length === wanted.length;
}
