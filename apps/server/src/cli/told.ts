import type { z } from 'zod';
import type { Administrator } from '../features/administration/administer.ts';
import { Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import { CommandError } from './command.ts';
import { findAccount } from './find-account.ts';

/** What is refused is said in words. */
export const told = async <T>(done: Promise<T>): Promise<T> => {
  try {
    return await done;
  } catch (error) {
    if (error instanceof Refusal) throw new CommandError(error.message);
    throw error;
  }
};

/** Reads what was given by a schema of the contract. Throws `CommandError` with each fault. */
export function read<S extends z.ZodType>(shape: S, given: Readonly<Record<string, unknown>>): z.output<S> {
  const parsed = shape.safeParse(Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new CommandError(faults.join('\n'));
}

/** The command line as an administrator of the company of this person, or of the oldest one. */
export const commandLine = async (db: Database, user?: string): Promise<Administrator> =>
  inCompany(await findAccount(db, user));

/** The command line as an administrator of this company. */
export const inCompany = (accountId: string): Administrator => ({ accountId, userId: null, address: null });

export const value = { needed: false, takesValue: true } as const;
export const needed = { needed: true, takesValue: true } as const;
export const mark = { needed: false, takesValue: false } as const;

/** Yes or no. Throws `CommandError` for another word. */
export const yesOrNo = (name: string, word: string | undefined): boolean | undefined => {
  if (word !== undefined && word !== 'yes' && word !== 'no') throw new CommandError(`--${name} is yes or no.`);
  return word === undefined ? undefined : word === 'yes';
};
