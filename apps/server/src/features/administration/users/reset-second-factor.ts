import { removeFactors } from '../../../identity/factors.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';
import { userToChange } from './users.ts';

/**
 * Removes the authenticator app, recovery codes and passkeys of someone who lost them; the password stays. Nobody does it for
 * themselves, since then an open browser would be enough: another administrator does, or the command line. Throws `Refusal`
 * NOT_FOUND, FORBIDDEN.
 */
export const resetSecondFactor = (db: Database, by: Administrator, userId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    if (userId === by.userId) throw new Refusal('FORBIDDEN', 'Another administrator has to do this for you.');
    await userToChange(trx, by, userId);
    if (await removeFactors(trx, userId)) await note('secondFactor.reset', userId);
  });
