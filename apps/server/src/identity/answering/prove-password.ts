import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { passwordMatches } from '../passwords.ts';
import type { Throttle } from '../throttle.ts';

/**
 * Asks someone who is signed in for the password once more; gives what is kept of it. Throws `Refusal` WRONG_CREDENTIALS, or
 * TOO_MANY_ATTEMPTS: who found an open browser may guess as little as at the door.
 */
export async function provePassword(
  { db, throttle }: { db: Database; throttle: Throttle },
  { caller, address, password }: { caller: Caller; address: string; password: string },
): Promise<{ email: string; password_hash: string | null }> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', caller.userId)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  const counted = await throttle.attempt(user.email, address);
  if (!(await passwordMatches(user.password_hash, password))) {
    throw new Refusal('WRONG_CREDENTIALS', 'The password is wrong.');
  }
  await counted.succeeded();
  return user;
}
