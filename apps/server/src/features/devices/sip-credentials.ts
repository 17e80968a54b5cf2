import { createHash, randomBytes } from 'node:crypto';

/** The digest realm of this server (RFC 3261 §22.4). */
const sipRealm = 'sidetone';

/** A password that nobody has to remember: 144 random bits. */
export const newSipPassword = (): string => randomBytes(18).toString('base64url');

/** MD5 of `username:realm:password`, which is all that digest authentication needs (RFC 2617 §3.2.2.2). */
export const ha1Of = (username: string, password: string): string =>
  createHash('md5').update(`${username}:${sipRealm}:${password}`).digest('hex');
