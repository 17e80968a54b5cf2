import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { bitString, boolean, integer, objectId, octetString, sequence, set, tagged, time, utf8String } from './der.ts';
import { generalName, uriName } from './general-names.ts';
import { nameConstraints, nameConstraintsId, type Permitted } from './name-constraints.ts';

/** A certificate and its key, both PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 5 * 365;
/** Apple's systems refuse server certificates that live longer than 825 days, even those of an own authority. */
const SERVER_DAYS = 397;
const SIGNER_DAYS = 20 * 365;

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
/** RFC 4055 §5 wants the parameters there, and null. */
const rsaWithSha256 = sequence(objectId('1.2.840.113549.1.1.11'), Buffer.from([0x05, 0x00]));

/**
 * Makes a certificate authority whose only use is to sign the certificates of one server. With `permitted` it may sign for
 * nothing else: people who trust it need not fear that someone with its key speaks for their bank.
 */
export function makeAuthority(name: string, now: Date, permitted?: Permitted): Certified {
  const { privateKey, publicKey } = newKeys();
  const subject = distinguishedName(name);
  const extensions = [
    extension('2.5.29.19', sequence(boolean(true), integer(Buffer.from([0]))), true), // CA, none below it
    extension('2.5.29.15', bitString(Buffer.from([0b0000_0110]), 1), true), // signs certificates and revocations
    extension('2.5.29.14', octetString(keyId(publicKey)), false),
    // RFC 5280 §4.2.1.10 wants it critical. But Mbed TLS, which phones are built with, then takes the whole authority for
    // unreadable; and programs that know the extension keep to it either way.
    ...(permitted ? [extension(nameConstraintsId, nameConstraints(permitted), false)] : []),
  ];
  const until = inDays(AUTHORITY_DAYS, now);
  const cert = certificate({ subject, issuer: subject, publicKey, signer: privateKey, until, now, extensions });
  return { cert, key: pemOf(privateKey) };
}

/** Makes a server certificate for host names and IP addresses, signed by `authority`, which it does not outlive. */
export const makeServerCertificate = (
  authority: Certified & { name: string },
  names: readonly string[],
  now: Date,
): Certified =>
  signedBy(authority, { names: names.map(generalName), subject: names[0] ?? 'sidetone', use: uses.server, now });

/** Makes a certificate for a process of a cell at `host`: a server's or a client's, and with `role`, a URI, as what it may act. */
export const makeProcessCertificate = (
  authority: Certified & { name: string },
  { host, role, use, now }: { host: string; role: string; use: keyof typeof uses; now: Date },
): Certified => signedBy(authority, { names: [generalName(host), uriName(role)], subject: host, use: uses[use], now });

/** Extended key usages, RFC 5280 §4.2.1.12. */
const uses = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

interface ToSign {
  readonly names: readonly Buffer[];
  readonly subject: string;
  readonly use: string;
  readonly now: Date;
}

function signedBy(authority: Certified & { name: string }, { names, subject, use, now }: ToSign): Certified {
  const { privateKey, publicKey } = newKeys();
  const authorityKey = createPublicKey(authority.key);
  const extensions = [
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.15', bitString(Buffer.from([0b1000_0000]), 7), true), // digital signature
    extension('2.5.29.37', sequence(objectId(use)), false),
    extension('2.5.29.17', sequence(...names), false),
    extension('2.5.29.14', octetString(keyId(publicKey)), false),
    extension('2.5.29.35', sequence(tagged(0, keyId(authorityKey), false)), false),
  ];
  const end = new X509Certificate(authority.cert).validToDate;
  const cert = certificate({
    subject: distinguishedName(subject),
    issuer: distinguishedName(authority.name),
    publicKey,
    signer: authority.key,
    until: end < inDays(SERVER_DAYS, now) && end > now ? end : inDays(SERVER_DAYS, now),
    now,
    extensions,
  });
  return { cert, key: pemOf(privateKey) };
}

/**
 * Makes a key (RSA, as RS256 wants it) that signs documents, and a certificate for it that nobody else vouches for. It lives
 * long: what was signed is still checked when years have passed.
 */
export function makeDocumentSigner(name: string, now: Date): Certified {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const subject = distinguishedName(name);
  const extensions = [
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.15', bitString(Buffer.from([0b1100_0000]), 6), true), // digital signature, content commitment
    extension('2.5.29.14', octetString(keyId(publicKey)), false),
  ];
  const until = inDays(SIGNER_DAYS, now);
  const signer = privateKey;
  return {
    cert: certificate({
      subject,
      issuer: subject,
      publicKey,
      signer,
      until,
      now,
      extensions,
      algorithm: rsaWithSha256,
    }),
    key: pemOf(privateKey),
  };
}

const inDays = (days: number, now: Date): Date => new Date(now.getTime() + days * DAY_MS);

interface Wanted {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject | string;
  readonly until: Date;
  readonly now: Date;
  readonly extensions: readonly Buffer[];
  /** Of the signer's key; left out: ECDSA with SHA-256. */
  readonly algorithm?: Buffer;
}

/** RFC 5280 §4.1. */
const certificate = (wanted: Wanted): string => {
  const { subject, issuer, publicKey, signer, until, now, extensions, algorithm = ecdsaWithSha256 } = wanted;
  const body = sequence(
    tagged(0, integer(Buffer.from([2])), true), // version 3
    integer(serialNumber()),
    algorithm,
    issuer,
    // A day back, for machines whose clock is a little behind.
    sequence(time(inDays(-1, now)), time(until)),
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
