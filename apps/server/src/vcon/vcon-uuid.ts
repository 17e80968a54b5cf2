import { createHash, randomInt } from 'node:crypto';

/**
 * Makes the UUIDs of vCons of one host: version 8, built as version 7, but the last 62 bits are the first of the SHA-1 of
 * the host's name, as the draft wants it. The twelve bits between them count within a millisecond, from a random beginning,
 * so no two are the same as long as the clock does not go back.
 */
export function vconUuids(host: string, now: () => number = Date.now): () => string {
  const place = createHash('sha1').update(host.toLowerCase()).digest();
  let moment = 0;
  let count = randomInt(0x800);
  return () => {
    const at = Math.max(now(), moment);
    if (at > moment) count = randomInt(0x800);
    else count += 1;
    moment = at;
    if (count > 0xfff) {
      moment += 1;
      count = 0;
    }
    const bytes = Buffer.alloc(16);
    bytes.writeUIntBE(moment, 0, 6);
    bytes.writeUInt16BE(0x8000 | count, 6);
    // The first 62 bits, after the two of the variant.
    bytes.writeBigUInt64BE((place.readBigUInt64BE(0) >> 2n) | (2n << 62n), 8);
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}
