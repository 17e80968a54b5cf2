import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';

/**
 * Refuses one more user than the operator lets the company have; deactivated users do not count. Call it before the user is there, in
 * a change of the account, of which there is one at a time. Throws `Refusal` USERS_FULL.
 */
export async function requireSeat(trx: Writer, accountId: string): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select('max_users')
    .where('id', '=', accountId)
    // A limit that is being set is waited for.
    .forShare()
    .executeTakeFirst();
  if (account?.max_users == null) return;
  const { count } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) < account.max_users) return;
  throw new Refusal('USERS_FULL', `The company may have ${account.max_users} users, and has them.`, {
    issues: [{ path: 'email', message: 'usersFull' }],
  });
}
