import { X509Certificate } from 'node:crypto';
import { type Read, readAll, sequence, tagged } from './der.ts';
import { addressBytes, dnsBytes, generalName, nameTags } from './general-names.ts';

/** What an authority may sign for: host names with all below them, and networks such as `10.0.0.0/8`. */
export interface Permitted {
  readonly hosts: readonly string[];
  readonly networks: readonly string[];
}

/** Object identifier of the extension (RFC 5280 §4.2.1.10). */
export const nameConstraintsId = '2.5.29.30';

/**
 * Networks that nobody on the internet is reached by: this machine, private networks (RFC 1918, RFC 4193), links
 * (RFC 3927), and what carriers and overlay networks give out (RFC 6598).
 */
const innerNetworks: readonly string[] = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/**
 * What the authority of a server with these names and addresses has to be able to sign for, now and after it moved within
 * private networks. A public IPv6 address stands for its /64, in which machines change theirs from day to day.
 */
export function permittedFor(names: readonly string[]): Permitted {
  const inner = { hosts: [], networks: innerNetworks };
  const outer = names.filter((name) => addressBytes(name) !== undefined && !isPermitted(inner, name));
  return {
    hosts: names.filter((name) => addressBytes(name) === undefined),
    networks: [...innerNetworks, ...new Set(outer.map((one) => (one.includes(':') ? `${one}/64` : `${one}/32`)))],
  };
}

/** The extension's content: these names and no others. */
export function nameConstraints({ hosts, networks }: Permitted): Buffer {
  const subtrees = [...hosts.map(generalName), ...networks.map((one) => tagged(nameTags.address, rangeOf(one), false))];
  return sequence(tagged(0, Buffer.concat(subtrees.map((name) => sequence(name))), true));
}

/** Whether the authority with this certificate (PEM) may sign for a host name or address; without constraints for all. */
export function maySignFor(authority: string, name: string): boolean {
  const subtrees = subtreesIn(authority);
  if (!subtrees) return true;
  const address = addressBytes(name);
  return subtrees.some(({ tag, content }) =>
    address
      ? (tag & 0x1f) === nameTags.address && contains(content, address)
      : (tag & 0x1f) === nameTags.dns && isBelow(name, content.toString('ascii')),
  );
}

/** Whether this authority (PEM) is limited to some names. */
export const isConstrained = (authority: string): boolean => subtreesIn(authority) !== undefined;

const isPermitted = ({ networks }: Permitted, name: string): boolean => {
  const address = addressBytes(name);
  return address !== undefined && networks.some((one) => contains(rangeOf(one), address));
};

/** Address and mask, one behind the other. */
const rangeOf = (network: string): Buffer => {
  const [base = '', length = ''] = network.split('/');
  const address = addressBytes(base) ?? Buffer.alloc(0);
  const mask = Buffer.from(
    Array.from(address, (_, at) => 0xff & (0xff << (8 - Math.min(8, Math.max(0, Number(length) - at * 8))))),
  );
  return Buffer.concat([address.map((byte, at) => byte & (mask[at] ?? 0)), mask]);
};

const contains = (range: Buffer, address: Buffer): boolean =>
  range.length === address.length * 2 &&
  address.every((byte, at) => (byte & (range[address.length + at] ?? 0)) === range[at]);

const isBelow = (name: string, base: string): boolean => {
  const host = dnsBytes(name).toString('ascii').toLowerCase();
  return host === base.toLowerCase() || host.endsWith(`.${base.toLowerCase()}`);
};

/** The permitted names of a certificate; undefined where it has no such extension. */
const subtreesIn = (certificate: string): readonly Read[] | undefined => {
  const [whole] = readAll(new X509Certificate(certificate).raw);
  const [body] = readAll(whole?.content);
  const extensions = readAll(body?.content).find(({ tag }) => tag === 0xa3);
  for (const one of readAll(readAll(extensions?.content)[0]?.content)) {
    const [id, ...rest] = readAll(one.content);
    if (id?.content.toString('hex') !== constraintsIdHex) continue;
    const permitted = readAll(readAll(rest.at(-1)?.content)[0]?.content).find(({ tag }) => tag === 0xa0);
    return readAll(permitted?.content).flatMap(({ content }) => readAll(content).slice(0, 1));
  }
  return undefined;
};

/** 2.5.29.30 as DER has it. */
const constraintsIdHex = '551d1e';
