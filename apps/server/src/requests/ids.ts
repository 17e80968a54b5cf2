import { randomInt } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `kind` and 10 random characters of a to z and 0 to 9, such as `w4k2…`. */
export function newId(kind: 'w' | 'c' | 'k' | 'e' | 'p' | 'f' | 't' | 'a' | 'm' | 'b' | 'h' | 'g'): string {
  let id: string = kind;
  for (let i = 0; i < 10; i += 1) id += alphabet[randomInt(alphabet.length)];
  return id;
}

/** The id of an account: `s` and 8 digits. */
export const newAccountId = (): string => `s${randomInt(10_000_000, 100_000_000)}`;
