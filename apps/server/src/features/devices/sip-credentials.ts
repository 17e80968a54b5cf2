import { randomBytes } from 'node:crypto';

/** A password that nobody has to remember: 144 random bits. */
export const newSipPassword = (): string => randomBytes(18).toString('base64url');
