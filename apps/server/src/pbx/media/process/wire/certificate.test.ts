import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCertificate } from './certificate.ts';

test('a certificate is valid now, signed by its own key, and known by its fingerprint', () => {
  const made = makeCertificate();
  const read = new X509Certificate(made.certificatePem);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(`sha-256 ${read.fingerprint256}`).toBe(made.fingerprint);
  expect(read.subject).toBe('CN=sidetone');
  expect(Date.parse(read.validFrom)).toBeLessThan(Date.now());
  expect(Date.parse(read.validTo)).toBeGreaterThan(Date.now());
  expect(makeCertificate().fingerprint).not.toBe(made.fingerprint);
});
