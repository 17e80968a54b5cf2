import type { Logger } from 'pino';
import { hashPassword, passwordMatches } from '../../identity/passwords.ts';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';

/** PINs by which users hear their messages at phones of others. Kept as passwords are: nobody can read them. */
export const mailboxPins = ({ db, log }: { readonly db: Database; readonly log: Logger }) => ({
  /** Never true for users without a PIN, and for those who may no longer sign in. */
  async knowsPin(userId: string, pin: string): Promise<boolean> {
    const row = await db
      .selectFrom('mailbox_pins')
      .innerJoin('users', 'users.id', 'mailbox_pins.user_id')
      .select('pin_hash')
      .where('user_id', '=', userId)
      .where('users.deactivated_at', 'is', null)
      .executeTakeFirst();
    return await passwordMatches(row?.pin_hash, pin);
  },

  async setPin(userId: string, pin: string): Promise<void> {
    const pin_hash = await hashPassword(pin);
    await db.transaction().execute(async (trx) => {
      const { account_id: accountId } = await trx
        .selectFrom('users')
        .select('account_id')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('mailbox_pins')
        .values({ user_id: userId, pin_hash })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pin_hash, changed_at: new Date() }))
        .execute();
      await audit(trx, { accountId, actorUserId: userId, action: 'voicemail.pinChanged', target: userId });
    });
    log.info({ userId }, 'voicemail: PIN changed by phone');
  },
});
