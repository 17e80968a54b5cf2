import { createHash, randomBytes } from 'node:crypto';

/** 256 bits, as they stand in an address or a cookie. */
export const secretText = (): string => randomBytes(32).toString('base64url');

/** What is kept of such a secret. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
