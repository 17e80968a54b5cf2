import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate for one DTLS association, and its fingerprint as SDP writes it (RFC 8122 §5). */
export interface Certificate {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly fingerprint: string;
}

const dayMs = 86_400_000;
// DER of SEQUENCE { OBJECT IDENTIFIER ecdsa-with-SHA256 } and of OBJECT IDENTIFIER commonName
const ecdsaWithSha256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
const commonName = Buffer.from('0603550403', 'hex');

/**
 * Makes a P-256 certificate (X.509, RFC 5280). Ours rather than the library's, so that an offer can name its
 * fingerprint before there is a connection; every association gets a new one.
 */
export function makeCertificate(now = new Date()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = Buffer.concat([Buffer.of(1), randomBytes(8)]);
  const name = der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from('sidetone')))));
  const validity = der(0x30, utcTime(now.getTime() - dayMs), utcTime(now.getTime() + 30 * dayMs));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(0x30, der(0x02, serial), ecdsaWithSha256, name, validity, name, subjectKey);
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]);
  const certificate = der(0x30, body, ecdsaWithSha256, der(0x03, signature));
  const hash = createHash('sha256').update(certificate).digest('hex').toUpperCase();
  return {
    certificatePem: pem('CERTIFICATE', certificate),
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: `sha-256 ${hash.match(/../g)?.join(':') ?? ''}`,
  };
}

/** One DER element: tag, length, contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const lengthBytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...lengthBytes), content]);
}

function utcTime(time: number): Buffer {
  const text = new Date(time).toISOString().replace(/^..|[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text));
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
