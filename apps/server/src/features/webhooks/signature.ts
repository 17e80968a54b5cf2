import { createHmac, randomBytes } from 'node:crypto';

/** A new secret to sign deliveries with: 256 bits that can be copied as one word. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/**
 * The value of `sidetone-signature`: HMAC-SHA-256 (RFC 2104) over the time, a dot and the body as it is sent, in hex. The
 * time keeps what was heard once from being sent again later.
 */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`;
}
