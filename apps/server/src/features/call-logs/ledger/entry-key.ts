import { createHmac } from 'node:crypto';

/** What an entry of the ledger is about, in the words that never change for it. */
export interface EntryName {
  readonly accountId: string;
  /** The integration's name, so that the key outlives a connection that is made again. */
  readonly source: string;
  readonly kind: 'call' | 'task';
  readonly channelId: string;
  readonly sessionId: string;
  /** See `Unit` of a CRM's side. */
  readonly unit: string;
}

/** Crockford's base32: no letters that people take for digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytesOfKey = 10;

/**
 * The key by which a CRM's record of an entry is found again: 80 bits as `KQ7M-9D2X-04TB-WE5S`. The same entry has the same
 * key after every crash, restore and sign-in; without `secret` nobody can tell what it belongs to.
 */
export function keyOf(secret: Uint8Array, name: EntryName): string {
  const { accountId, source, kind, channelId, sessionId, unit } = name;
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify(['crm entry', accountId, source, kind, channelId, sessionId, unit]))
    .digest();
  const bits = [...digest.subarray(0, bytesOfKey)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}
