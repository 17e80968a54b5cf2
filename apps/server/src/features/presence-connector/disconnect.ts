import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound } from '../../requests/refusal.ts';
import type { PresenceParts } from './ports.ts';

/**
 * Forgets the tokens of a user, and has what Teams shows because of us cleared: users do that for themselves, administrators
 * for every user of their account. Microsoft offers no way to end one sign-in alone. Throws `Refusal` NOT_FOUND. SAPI-040
 */
export async function disconnect(
  { db }: Pick<PresenceParts, 'db'>,
  caller: Caller & { readonly address: string },
  userId: string,
): Promise<void> {
  if (userId !== caller.userId && !caller.admin) throw notFound('user');
  await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('account_id', '=', caller.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw notFound('user');
    await trx.deleteFrom('presence_sign_ins').where('user_id', '=', userId).execute();
    const { numDeletedRows } = await trx
      .deleteFrom('presence_connectors')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await audit(trx, {
      accountId: caller.accountId,
      actorUserId: caller.userId,
      action: 'presenceConnector.disconnected',
      target: userId,
      detail: { kind: 'MICROSOFT' },
      address: caller.address,
    });
  });
}
