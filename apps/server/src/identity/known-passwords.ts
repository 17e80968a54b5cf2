import { passwordMinLength } from '@sidetone/contract/rules/limits.ts';
import { Refusal } from '../requests/refusal.ts';
import { hashPassword } from './passwords.ts';

let known: Promise<ReadonlySet<string>> | undefined;

/** Passwords of people elsewhere that became public, those that are long enough here; read when the first one is chosen. */
const knownPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= passwordMinLength));
};

/**
 * The hash of a password that somebody chose. Throws `Refusal` KNOWN_PASSWORD for one that stands in a list of those that are
 * tried first. Nothing of it leaves this server.
 */
export async function hashChosenPassword(password: string): Promise<string> {
  known ??= knownPasswords();
  if ((await known).has(password.toLowerCase())) {
    throw new Refusal('KNOWN_PASSWORD', 'This password is in a list of known ones.');
  }
  return await hashPassword(password);
}
