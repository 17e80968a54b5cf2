import {
  type Flags,
  flags,
  flagsOf,
  type LabFlagChange,
  testAccountFlagNames,
} from '@sidetone/contract/entities/flags.ts';
import { sql } from 'kysely';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** What is switched on for a user, with the revision of the newest row that it was made from; null for nobody. */
export async function readFlags(db: Database, userId: string): Promise<{ flags: Flags; rev: number } | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.flags', 'users.rev', 'accounts.flags as account_flags', 'accounts.rev as account_rev'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return { flags: flagsOf(row.account_flags, row.flags), rev: Math.max(Number(row.rev), Number(row.account_rev)) };
}

/**
 * Switches experiments on or off for one user; gives all flags as they are then. Throws `Refusal` FORBIDDEN for switching
 * on what is for test accounts alone.
 */
export async function changeLabFlags(
  db: Database,
  by: { userId: string; accountId: string },
  change: LabFlagChange,
): Promise<Flags> {
  const forTests = testAccountFlagNames.some((name) => (change as Partial<Flags>)[name] === true);
  if (forTests && !(await isTestAccount(db, by.accountId))) {
    throw new Refusal('FORBIDDEN', 'This is for test accounts.');
  }
  await db
    .updateTable('users')
    // Merged in the database, so that two changes at once both stay.
    .set({ flags: sql<string>`flags || ${JSON.stringify(change)}::jsonb` })
    .where('id', '=', by.userId)
    .execute();
  const changed = await readFlags(db, by.userId);
  if (!changed) throw notFound('user');
  return changed.flags;
}

async function isTestAccount(db: Database, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('flags').where('id', '=', accountId).executeTakeFirst();
  return row !== undefined && flags.parse(row.flags).isTestAccount;
}
