import { createHash, randomInt } from 'node:crypto';
import { mostRecoveryCodes } from '@sidetone/contract/entities/second-factor.ts';
import { Secret, TOTP } from 'otpauth';

const stepSeconds = 30;

/** A new key of an authenticator app: 160 bits, in Base32 (RFC 4226 §4, RFC 6238). */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that authenticator apps read from a QR code. */
export const addressOf = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totpOf(secret, { issuer: issuer.replaceAll(':', ' '), label: label.replaceAll(':', ' ') }).toString();

/** The code of this moment. */
export const codeAt = (secret: string, at: Date): string => totpOf(secret).generate({ timestamp: at.getTime() });

/**
 * The step of time that a code belongs to: this one, the one before or the one after, since clocks differ; null for a code
 * of none of them.
 */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: at.getTime(), window: 1 });
  return delta === null ? null : Math.floor(at.getTime() / 1000 / stepSeconds) + delta;
}

const totpOf = (secret: string, of: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...of, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: stepSeconds });

/** Without letters and digits that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const groups = 4;
const groupLength = 4;

/** Ten codes of 79 random bits each, such as `k4mw-9p2c-…`, too many to guess even with their digests. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: mostRecoveryCodes }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
    ).join('-'),
  );

/** What is kept of a recovery code, however it is written. */
export const digestOfCode = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId}\n${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest('base64url');
