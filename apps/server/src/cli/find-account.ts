import type { Database } from '../storage/database.ts';
import { CommandError } from './command.ts';
import { findUser } from './find-user.ts';

/** The company of this person, by e-mail address or extension, or the one that runs the server. Throws `CommandError`. */
export const findAccount = async (db: Database, user: string | undefined): Promise<string> => {
  if (user !== undefined) return (await findUser(db, user)).accountId;
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .orderBy('runs_server', 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!account) throw new CommandError('There is no company yet: open Sidetone in a browser and set it up first.');
  return account.id;
};
