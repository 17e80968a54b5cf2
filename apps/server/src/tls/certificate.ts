import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { bitString, boolean, integer, objectId, octetString, sequence, set, tagged, time, utf8String } from './der.ts';

/** A certificate and its key, both PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** Apple's systems refuse server certificates that live longer than 825 days, even those of an own authority. */
const SERVER_DAYS = 397;

/** Makes a certificate authority whose only use is to sign the certificates of one server. */
export function makeAuthority(name: string, now: Date): Certified {
  const { privateKey, publicKey } = newKeys();
  const subject = distinguishedName(name);
  const extensions = [
    extension('2.5.29.19', sequence(boolean(true), integer(Buffer.from([0]))), true), // CA, none below it
    extension('2.5.29.15', bitString(Buffer.from([0b0000_0110]), 1), true), // signs certificates and revocations
    extension('2.5.29.14', octetString(keyId(publicKey)), false),
  ];
  const cert = certificate({
    subject,
    issuer: subject,
    publicKey,
    signer: privateKey,
    days: AUTHORITY_DAYS,
    now,
    extensions,
  });
  return { cert, key: pemOf(privateKey) };
}

/** Makes a server certificate for host names and IP addresses, signed by `authority`. */
export function makeServerCertificate(
  authority: Certified & { name: string },
  names: readonly string[],
  now: Date,
): Certified {
  const { privateKey, publicKey } = newKeys();
  const authorityKey = createPublicKey(authority.key);
  const extensions = [
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.15', bitString(Buffer.from([0b1000_0000]), 7), true), // digital signature
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1')), false), // TLS server
    extension('2.5.29.17', sequence(...names.map(alternativeName)), false),
    extension('2.5.29.14', octetString(keyId(publicKey)), false),
    extension('2.5.29.35', sequence(tagged(0, keyId(authorityKey), false)), false),
  ];
  const cert = certificate({
    ...{ subject: distinguishedName(names[0] ?? 'sidetone'), issuer: distinguishedName(authority.name) },
    ...{ publicKey, signer: authority.key, days: SERVER_DAYS, now, extensions },
  });
  return { cert, key: pemOf(privateKey) };
}

interface Wanted {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject | string;
  readonly days: number;
  readonly now: Date;
  readonly extensions: readonly Buffer[];
}

/** RFC 5280 §4.1, signed with ECDSA and SHA-256. */
const certificate = ({ subject, issuer, publicKey, signer, days, now, extensions }: Wanted): string => {
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'));
  const body = sequence(
    tagged(0, integer(Buffer.from([2])), true), // version 3
    integer(serialNumber()),
    algorithm,
    issuer,
    // A day back, for machines whose clock is a little behind.
    sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + days * DAY_MS))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions), true),
  );
  const der = sequence(body, algorithm, bitString(sign('sha256', body, signer)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
};

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** RFC 5280 §4.1.2.2: positive, at most 20 bytes. */
const serialNumber = (): Buffer => {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
};

const distinguishedName = (commonName: string): Buffer =>
  sequence(
    set(sequence(objectId('2.5.4.10'), utf8String('Sidetone'))),
    set(sequence(objectId('2.5.4.3'), utf8String(commonName.slice(0, 64)))),
  );

const extension = (id: string, content: Buffer, critical: boolean): Buffer =>
  sequence(objectId(id), ...(critical ? [boolean(true)] : []), octetString(content));

/** RFC 5280 §4.2.1.2, method 1: SHA-1 of the public key's bits. An uncompressed P-256 point has 65 bytes. */
const keyId = (key: KeyObject): Buffer => {
  const spki = key.export({ type: 'spki', format: 'der' });
  return createHash('sha1').update(spki.subarray(-65)).digest();
};

const alternativeName = (name: string): Buffer => {
  const address = addressBytes(name);
  return address ? tagged(7, address, false) : tagged(2, Buffer.from(domainToASCII(name), 'ascii'), false);
};

const addressBytes = (name: string): Buffer | undefined => {
  if (isIPv4(name)) return Buffer.from(name.split('.').map(Number));
  if (!name.includes(':')) return undefined;
  const [head = '', tail] = new URL(`http://[${name}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [left, right] = [groups(head), groups(tail)];
  const middle = Array<string>(8 - left.length - right.length).fill('0');
  return Buffer.from([...left, ...middle, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex');
};
