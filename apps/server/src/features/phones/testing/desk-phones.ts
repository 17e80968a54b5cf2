import { randomInt } from 'node:crypto';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { PhoneError } from './phone-error.ts';

interface PhoneAdded {
  readonly id: string;
  readonly alias: string;
  readonly username: string;
  /** Shown once; the database holds it sealed. */
  readonly password: string;
  readonly userId: string;
}

/** No letters that look alike on a desk phone's small display. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const random = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** Desk phones for tests of what phones do, without an administrator: each has a SIP user name and a generated password of its own. */
export function phones(db: Database, box: SecretBox) {
  return {
    /** A new desk phone for the person with this e-mail address. Throws `PhoneError` NO_SUCH_USER. */
    async add(email: string, alias: string): Promise<PhoneAdded> {
      const user = await db
        .selectFrom('users')
        .select(['id', 'account_id'])
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
        .where('deactivated_at', 'is', null)
        .executeTakeFirst();
      if (!user) throw new PhoneError('NO_SUCH_USER', `No user has the address ${email}.`);
      const id = `p${random(10)}`;
      const password = random(20);
      await db
        .insertInto('endpoints')
        .values({
          id,
          account_id: user.account_id,
          user_id: user.id,
          kind: 'phone',
          alias,
          sip_username: id,
          password_sealed: box.seal(password),
        })
        .execute();
      return { id, alias, username: id, password, userId: user.id };
    },

    /** Removes a desk phone by its SIP user name; it can no longer register. Throws `PhoneError` NO_SUCH_PHONE. */
    async remove(username: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('endpoints')
        .where('sip_username', '=', username)
        .where('kind', '=', 'phone')
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new PhoneError('NO_SUCH_PHONE', `There is no phone ${username}.`);
    },
  };
}
