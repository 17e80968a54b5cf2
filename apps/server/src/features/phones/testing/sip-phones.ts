import { newSipAccount } from '@sidetone/contract/entities/sip-account.ts';
import type { z } from 'zod';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { addSipAccount, removeSipAccount } from '../../administration/devices/sip-accounts.ts';
import { PhoneError } from './phone-error.ts';

/** SIP accounts for tests of what they do, added as the command line of the server adds them. */
export function sipPhones(db: Database, box: SecretBox) {
  const by = (accountId: string) => ({ accountId, userId: null, address: null });
  return {
    /** Gives its id. Throws `PhoneError` NO_SUCH_USER. */
    async add(email: string, about: Omit<z.input<typeof newSipAccount>, 'userId'>): Promise<string> {
      const user = await db
        .selectFrom('users')
        .select(['id', 'account_id'])
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
        .executeTakeFirst();
      if (!user) throw new PhoneError('NO_SUCH_USER', `No user has the address ${email}.`);
      const desk = { db, box, findInnerRegistrar: async () => null };
      return await addSipAccount(desk, by(user.account_id), newSipAccount.parse({ ...about, userId: user.id }));
    },

    async remove(id: string): Promise<void> {
      const { account_id: accountId } = await db
        .selectFrom('phones')
        .select('account_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await removeSipAccount(db, by(accountId), id);
    },
  };
}
