import { isIP } from 'node:net';

/** A network as the bits that its addresses have in common. */
export interface AddressRange {
  readonly family: 4 | 6;
  /** How many bits of the address are fixed: 32 or 128 are a single one. */
  readonly prefix: number;
  /** As IPv6: IPv4 has its place in there, and a network of IPv6 may hold all of it. */
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * Reads an address or a network in CIDR notation; bits behind the prefix count for nothing. IPv4 within IPv6
 * (`::ffff:192.0.2.0/120`, RFC 4291 §2.5.5.2) is IPv4. Undefined for what is none.
 */
export function addressRange(text: string): AddressRange | undefined {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  if (family === 0) return undefined;
  const value = family === 4 ? valueOf4(address) : valueOf6(address);
  const length = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? length : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > length) return undefined;
  const isMapped = family === 6 && prefix >= 96 && value >> 32n === 0xffffn;
  if (isMapped) return rangeOf(4, value & 0xffff_ffffn, prefix - 96);
  return rangeOf(family === 4 ? 4 : 6, value, prefix);
}

/** Whether any address lies in both. */
export const overlap = (one: AddressRange, other: AddressRange): boolean =>
  one.first <= other.last && other.first <= one.last;

const rangeOf = (family: 4 | 6, value: bigint, prefix: number): AddressRange => {
  const free = BigInt((family === 4 ? 32 : 128) - prefix);
  const place = family === 4 ? 0xffffn << 32n : 0n;
  const first = place + ((value >> free) << free);
  return { family, prefix, first, last: first + (1n << free) - 1n };
};

const valueOf4 = (address: string): bigint =>
  address.split('.').reduce((value, byte) => value * 256n + BigInt(byte), 0n);

const valueOf6 = (address: string): bigint => {
  const text = address
    .replace(/%.*$/, '')
    .replace(/[0-9]+\.[0-9.]+$/, (four) =>
      [valueOf4(four) >> 16n, valueOf4(four) & 0xffffn].map((group) => group.toString(16)).join(':'),
    );
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const between = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...between, ...after].reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
};
