import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from './certificate.ts';
import { isConstrained, maySignFor } from './name-constraints.ts';
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
        port,
        host: '127.0.0.1',
        ca,
        ...(isAddress
          ? { checkServerIdentity: (_, cert) => tls.checkServerIdentity(name, cert) }
          : { servername: name }),
      });
      const done = (outcome: string) => {
        socket.destroy();
        listener.close(() => resolve(outcome));
      };
      socket.once('secureConnect', () => done('trusted'));
      // OpenSSL has more reasons than Node has codes.
      socket.once('error', (error: NodeJS.ErrnoException) =>
        done(error.code === undefined || error.code === 'UNSPECIFIED' ? error.message : error.code),
      );
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
    const made = serverCertificate({ dataDir, given: undefined, extraNames: ['192.0.2.7', '2001:db8::7'] });
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

const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const own = (dataDir: string, ...extraNames: string[]) => ({ dataDir, given: undefined, extraNames });

test('the certificate stays while it is good, and is made again for a new address or near its end', () => {
  const data = folder();
  const first = serverCertificate(own(data));
  expect(serverCertificate(own(data))).toEqual(first);
  const moved = serverCertificate(own(data, '10.9.8.7'));
  expect(moved.cert).not.toBe(first.cert);
  expect(moved.authority).toBe(first.authority);
  const later = serverCertificate(own(data, '10.9.8.7'), days(300));
  expect(later.cert).not.toBe(moved.cert);
  expect(later.authority).toBe(first.authority);
  expect(statSync(join(data, 'tls', 'ca.key')).mode & 0o777).toBe(0o600);
});

test('an authority is kept to its end, which no certificate outlives, and then replaced', () => {
  const data = folder();
  const first = serverCertificate(own(data));
  const lives = (cert = '') => {
    const { validFromDate, validToDate } = new X509Certificate(cert);
    return (validToDate.getTime() - validFromDate.getTime()) / 86_400_000;
  };
  expect(lives(first.authority)).toBe(5 * 365 + 1);
  expect(lives(first.cert)).toBeLessThan(400);
  const last = serverCertificate(own(data), days(5 * 365 - 30));
  expect(last.authority).toBe(first.authority);
  expect(new X509Certificate(last.cert).validTo).toBe(new X509Certificate(first.authority ?? '').validTo);
  // Nothing better can be made any more.
  expect(serverCertificate(own(data), days(5 * 365 - 29))).toEqual(last);
  expect(serverCertificate(own(data), days(5 * 365 + 1)).authority).not.toBe(first.authority);
});

describe('an authority that is limited to its server', () => {
  const now = new Date();
  const data = mkdtempSync(join(tmpdir(), 'sidetone-tls-'));
  const made = serverCertificate({ dataDir: data, given: undefined, extraNames: ['pbx.example', '203.0.113.7'] });
  const cert = made.authority ?? '';
  const key = readFileSync(join(data, 'tls', 'ca.key'), 'utf8');
  rmSync(data, { recursive: true });
  const name = /CN=(.*)/.exec(new X509Certificate(cert).subject)?.[1] ?? '';
  const signed = (...names: string[]) => makeServerCertificate({ cert, key, name }, names, now);
  const good = ['localhost', 'pbx.example', 'eu.pbx.example', '203.0.113.7', '127.0.0.1', '10.1.2.3', '192.168.178.20'];
  const foreign = [
    'bank.example',
    'example',
    'notpbx.example',
    '203.0.113.8',
    '8.8.8.8',
    '172.32.0.1',
    '2001:4860::8888',
  ];

  test.each(good)('signs for %s', async (wanted) => {
    expect(maySignFor(cert, wanted)).toBe(true);
    // As the server's own, whose subject is a host name: OpenSSL reads a subject that is an address as a host name, too.
    expect(await shakeHands(signed('localhost', wanted), cert, wanted)).toBe('trusted');
  });

  test.each(foreign)('does not sign for %s: neither Node nor openssl takes that', async (wanted) => {
    expect(maySignFor(cert, wanted)).toBe(false);
    const forged = signed(wanted);
    expect(await shakeHands(forged, cert, wanted)).toBe('permitted subtree violation');
    expect(await shakeHands(signed('localhost', wanted), cert, wanted)).toBe('permitted subtree violation');
    expect(opensslSays(cert, forged.cert)).toMatch(/permitted subtree violation/);
  });

  test('is all that openssl asks of one, and not critical, as phones with Mbed TLS would take it for unreadable', () => {
    expect(opensslSays(cert, made.cert)).toContain(': OK');
    const ca = join(folder(), 'ca.crt');
    writeFileSync(ca, cert);
    const text = execFileSync('openssl', ['x509', '-in', ca, '-noout', '-text'], { encoding: 'utf8' });
    expect(text).toMatch(/X509v3 Name Constraints: *\n\s+Permitted:\n\s+DNS:localhost/);
    expect(text).toContain('IP:10.0.0.0/255.0.0.0');
    expect(text).toContain('IP:203.0.113.7/255.255.255.255');
  });

  test('leaves out of the certificate what it may not sign for, so that the rest stays good', async () => {
    const dataDir = folder();
    const first = serverCertificate(own(dataDir));
    const later = serverCertificate(own(dataDir, 'renamed.example', '198.51.100.9'));
    expect(later).toEqual(first);
    expect(await shakeHands(later, later.authority ?? '', 'localhost')).toBe('trusted');
  });

  test('is distinguished from one of an earlier release, which may sign for everything and is kept', () => {
    const earlier = makeAuthority('Sidetone on old', now);
    expect([isConstrained(cert), isConstrained(earlier.cert)]).toEqual([true, false]);
    const dataDir = folder();
    mkdirSync(join(dataDir, 'tls'));
    writeFileSync(join(dataDir, 'tls', 'ca.crt'), earlier.cert);
    writeFileSync(join(dataDir, 'tls', 'ca.key'), earlier.key);
    const kept = serverCertificate(own(dataDir, 'anything.example'));
    expect(kept.authority).toBe(earlier.cert);
    expect(new X509Certificate(kept.cert).checkHost('anything.example')).toBe('anything.example');
  });
});

const opensslSays = (authority: string, cert: string): string => {
  const made = folder();
  writeFileSync(join(made, 'ca.crt'), authority);
  writeFileSync(join(made, 'server.crt'), cert);
  const words = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', join(made, 'ca.crt')];
  const { stdout, stderr } = spawnSync('openssl', [...words, join(made, 'server.crt')], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
};

test('an operator’s own files are used as they are; a missing one is named, and so are two that do not fit', () => {
  const made = folder();
  const pair = makeAuthority('Own', new Date());
  const given = { certFile: join(made, 'a.crt'), keyFile: join(made, 'a.key') };
  writeFileSync(given.certFile, pair.cert);
  expect(() => serverCertificate({ dataDir: made, given })).toThrow(/TLS_KEY names .*a\.key/);
  writeFileSync(given.keyFile, makeAuthority('Other', new Date()).key);
  expect(() => serverCertificate({ dataDir: made, given })).toThrow(/a\.crt \(TLS_CERT\) and .*key values mismatch/);
  writeFileSync(given.keyFile, pair.key);
  expect(serverCertificate({ dataDir: made, given })).toEqual({ ...pair, authority: undefined });
});
