import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';

/**
 * Refuses what would leave an account without an administrator who can sign in: without one nobody could ever make
 * another. Throws `Refusal` CONFLICT; run it before the change and within its transaction.
 */
export async function keepAnAdministrator(trx: Writer, accountId: string, userId: string): Promise<void> {
  const others = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '<>', userId)
    .where('admin', '=', true)
    .where('deactivated_at', 'is', null)
    .where('password_hash', 'is not', null)
    .limit(1)
    .execute();
  if (others.length === 0) {
    throw new Refusal('CONFLICT', 'This is the last administrator. Make someone else an administrator first.');
  }
}
