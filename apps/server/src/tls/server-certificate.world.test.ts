import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from './certificate.ts';
import { serverCertificate } from './server-certificate.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'sidetone-tls-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true });
});

/** A TLS handshake over loopback; gives whether the client found the server trustworthy, or why not. */
const shakeHands = (server: { cert: string; key: string }, ca: string, name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const listener = tls.createServer(server, (socket) => socket.end());
    listener.listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as { port: number };
      const isAddress = /^[\d.]+$|:/.test(name);
      const socket = tls.connect({
        ...{ port, host: '127.0.0.1', ca },
        ...(isAddress
          ? { checkServerIdentity: (_, cert) => tls.checkServerIdentity(name, cert) }
          : { servername: name }),
      });
      const done = (outcome: string) => {
        socket.destroy();
        listener.close(() => resolve(outcome));
      };
      socket.once('secureConnect', () => done('trusted'));
      socket.once('error', (error) => done((error as NodeJS.ErrnoException).code ?? error.message));
    });
    listener.once('error', reject);
  });

describe('a certificate of the own authority', () => {
  const {
    cert,
    key,
    authority = '',
  } = (() => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-tls-'));
    const made = serverCertificate(dataDir, undefined, ['192.0.2.7', '2001:db8::7']);
    rmSync(dataDir, { recursive: true });
    return made;
  })();

  test.each(['localhost', '127.0.0.1', '192.0.2.7', '2001:db8::7'])('is trusted for %s', async (name) => {
    expect(await shakeHands({ cert, key }, authority, name)).toBe('trusted');
  });

  test('is not trusted for another name, nor by those who do not know the authority', async () => {
    expect(await shakeHands({ cert, key }, authority, 'elsewhere.example')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    const stranger = makeAuthority('Stranger', new Date()).cert;
    expect(await shakeHands({ cert, key }, stranger, 'localhost')).toMatch(/UNABLE_TO_VERIFY|UNABLE_TO_GET/);
  });

  test('lives no longer than browsers accept', () => {
    const parsed = new X509Certificate(cert);
    const days = (parsed.validToDate.getTime() - parsed.validFromDate.getTime()) / 86_400_000;
    expect(days).toBeLessThanOrEqual(398);
    expect(parsed.ca).toBe(false);
    expect(new X509Certificate(authority).ca).toBe(true);
  });
});

test('openssl finds nothing wrong, also with years past 2049', (context) => {
  const made = folder();
  const now = new Date('2049-06-01T00:00:00Z');
  const authority = { ...makeAuthority('Prüfer', now), name: 'Prüfer' };
  const server = makeServerCertificate(authority, ['localhost', '::1'], now);
  writeFileSync(join(made, 'ca.crt'), authority.cert);
  writeFileSync(join(made, 'server.crt'), server.cert);
  const words = ['verify', '-x509_strict', '-purpose', 'sslserver', '-attime', String(now.getTime() / 1000)];
  try {
    execFileSync('openssl', ['version']);
  } catch {
    context.skip('openssl is not installed');
  }
  const said = execFileSync('openssl', [...words, '-CAfile', join(made, 'ca.crt'), join(made, 'server.crt')], {
    encoding: 'utf8',
  });
  expect(said).toContain(': OK');
});

test('the certificate stays while it is good, and is made anew for a new address or near its end', () => {
  const data = folder();
  const first = serverCertificate(data, undefined, []);
  expect(serverCertificate(data, undefined, [])).toEqual(first);
  const moved = serverCertificate(data, undefined, ['192.0.2.99']);
  expect(moved.cert).not.toBe(first.cert);
  expect(moved.authority).toBe(first.authority);
  const later = serverCertificate(data, undefined, ['192.0.2.99'], new Date(Date.now() + 300 * 86_400_000));
  expect(later.cert).not.toBe(moved.cert);
  expect(later.authority).toBe(first.authority);
  expect(statSync(join(data, 'tls', 'ca.key')).mode & 0o777).toBe(0o600);
});

test('an operator’s own files are used as they are; a missing one is named', () => {
  const made = folder();
  const pair = makeAuthority('Own', new Date());
  const [certFile, keyFile] = [join(made, 'a.crt'), join(made, 'a.key')];
  writeFileSync(certFile, pair.cert);
  expect(() => serverCertificate(made, { certFile, keyFile })).toThrow(/TLS_KEY names .*a\.key/);
  writeFileSync(keyFile, pair.key);
  expect(serverCertificate(made, { certFile, keyFile })).toEqual({ ...pair, authority: undefined });
});
