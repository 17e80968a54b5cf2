import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { tagged } from './der.ts';

/** Tags of the forms of a name in a certificate (RFC 5280 §4.2.1.6). */
export const nameTags = { dns: 2, uri: 6, address: 7 } as const;

/** A host name or IP address as a certificate writes it. */
export const generalName = (name: string): Buffer => {
  const address = addressBytes(name);
  return address ? tagged(nameTags.address, address, false) : tagged(nameTags.dns, dnsBytes(name), false);
};

/** A URI as a certificate writes it. */
export const uriName = (uri: string): Buffer => tagged(nameTags.uri, Buffer.from(uri, 'ascii'), false);

/** A host name in ASCII, as DNS has it. */
export const dnsBytes = (name: string): Buffer => Buffer.from(domainToASCII(name), 'ascii');

/** The 4 or 16 bytes of an IP address; undefined for what is none. */
export const addressBytes = (name: string): Buffer | undefined => {
  if (isIPv4(name)) return Buffer.from(name.split('.').map(Number));
  if (!name.includes(':')) return undefined;
  const [head = '', tail] = new URL(`http://[${name}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [left, right] = [groups(head), groups(tail)];
  const middle = Array<string>(8 - left.length - right.length).fill('0');
  return Buffer.from([...left, ...middle, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex');
};
