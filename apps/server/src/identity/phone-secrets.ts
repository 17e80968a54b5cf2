import { createHash, randomInt } from 'node:crypto';

/** No letters that look alike on a desk phone's small display. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** So many characters that nobody guesses one: 79 bits, and 158 bits. */
const lengths = { first: 16, own: 32 } as const;
const isSecret = /^[a-hj-km-np-z2-9]{16}(?:[a-hj-km-np-z2-9]{16})?$/;

/** A random word of this many characters that is easy to type. */
export const typeableWord = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A new SIP password of a desk phone. */
export const newPhonePassword = (): string => typeableWord(20);

/** A new secret of a desk phone: `first` is typed once, and with `own` it fetches its settings from then on. */
export const newPhoneSecret = (kind: keyof typeof lengths): string => typeableWord(lengths[kind]);

/** What is kept of a secret to find it by; null for what cannot be one. */
export const phoneSecretDigest = (secret: string): string | null =>
  isSecret.test(secret) ? createHash('sha256').update(`sidetone phone ${secret}`).digest('base64url') : null;
