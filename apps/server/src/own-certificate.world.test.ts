import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from './config.ts';
import { noCalls } from './features/call-control/testing/no-calls.ts';
import { noClassicCalls } from './features/classic/testing/no-classic-calls.ts';
import { startSip } from './pbx/sip/start-sip.ts';
import { knownDevices, memoryDialogs, memoryStore, quietLog } from './pbx/sip/testing/fake-exchange.ts';
import { realClock } from './pbx/sip/testing/real-wires.ts';
import { freePort } from './storage/postgres/cluster.ts';
import { testApi } from './testing/test-api.ts';
import { type Certified, makeAuthority, makeServerCertificate } from './tls/certificate.ts';
import { keepCertificate } from './tls/kept-certificate.ts';
import { type CertificatePlace, renewedCertificate, serverCertificate } from './tls/server-certificate.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const task of cleanUp.splice(0).reverse()) await task();
});
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'sidetone-renewed-'));
  cleanUp.push(() => rmSync(made, { recursive: true }));
  return made;
};

const authority = { ...makeAuthority('Test authority', new Date()), name: 'Test authority' };
const issued = (at = new Date()) => makeServerCertificate(authority, ['localhost', '127.0.0.1'], at);

/** A server that listens for HTTPS and SIP over TLS, and looks at its certificate all the time. */
const serving = async (place: CertificatePlace, startedAt = new Date()) => {
  const log: string[] = [];
  let looks = 0;
  const kept = keepCertificate({
    first: serverCertificate(place, startedAt),
    read: (now) => {
      looks += 1;
      return renewedCertificate(place, now);
    },
    log: {
      info: (_fields, message) => log.push(message),
      warn: (fields, message) => log.push(`${message}: ${String('why' in fields && fields.why)}`),
    },
    everyMs: 20,
  });
  const [port, sipPort, sipTlsPort] = [await freePort(), await freePort(), await freePort()];
  const sip = await startSip({
    config: { host: '127.0.0.1', sipPort, publicAddresses: [], tls: { port: sipTlsPort, ...kept.current() } },
    credentials: knownDevices(['anna']),
    registrations: memoryStore(),
    dialogs: memoryDialogs(),
    clock: realClock,
    log: quietLog,
  });
  cleanUp.push(() => sip.stop());
  const config = { ...readConfig({}), port: await freePort(), httpsPort: port, dataDir: folder() };
  const api = await testApi({
    tls: kept.current,
    config,
    exchange: { control: noCalls, classic: noClassicCalls, sipSocket: sip.handleWebSocket },
  });
  cleanUp.push(() => api.stop());
  kept.follow(api.useCertificate);
  kept.follow(sip.useCertificate);
  cleanUp.push(kept.stop);
  const ca = () => kept.current().authority ?? authority.cert;
  /** The fingerprints that new connections are shown, over HTTPS and over SIP. */
  const shown = async () => {
    const sockets = [await shakeHands(port, ca()), await shakeHands(sipTlsPort, ca())];
    const prints = sockets.map((socket) => socket.getPeerX509Certificate()?.fingerprint256);
    for (const socket of sockets) socket.destroy();
    return prints;
  };
  const looksAgain = async () => {
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 3);
  };
  return { api, port, sipTlsPort, log, kept, shown, looksAgain };
};

const shakeHands = async (port: number, ca: string): Promise<TLSSocket> => {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca });
  cleanUp.push(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
};
const both = ({ cert }: Certified) => {
  const { fingerprint256 } = new X509Certificate(cert);
  return [fingerprint256, fingerprint256];
};

/** The layout of certbot: names in `live` lead to numbered files in `archive`, and are changed one after the other. */
const certbot = () => {
  const root = folder();
  for (const name of ['archive', 'live']) mkdirSync(join(root, name));
  let number = 0;
  const issue = {
    write(pair: Certified) {
      number += 1;
      writeFileSync(join(root, 'archive', `fullchain${number}.pem`), pair.cert);
      writeFileSync(join(root, 'archive', `privkey${number}.pem`), pair.key);
    },
    point(name: 'fullchain' | 'privkey') {
      symlinkSync(join('..', 'archive', `${name}${number}.pem`), join(root, 'live', `${name}.new`));
      renameSync(join(root, 'live', `${name}.new`), join(root, 'live', `${name}.pem`));
    },
  };
  const given = { certFile: join(root, 'live', 'fullchain.pem'), keyFile: join(root, 'live', 'privkey.pem') };
  return { ...issue, place: { dataDir: root, given } };
};

const options = (callId: string) =>
  [
    'OPTIONS sips:server SIP/2.0',
    `Via: SIP/2.0/TLS client.invalid;branch=z9hG4bK${callId};rport`,
    'Max-Forwards: 70',
    'From: <sips:a@server>;tag=f',
    'To: <sips:server>',
    `Call-ID: ${callId}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');

test('new connections get a renewed certificate, and open connections stay', async () => {
  const files = certbot();
  const [first, second] = [issued(), issued()];
  files.write(first);
  files.point('fullchain');
  files.point('privkey');
  const server = await serving(files.place);
  expect(await server.shown()).toEqual(both(first));
  const phone = await shakeHands(server.sipTlsPort, authority.cert);
  const page = new WebSocket(`wss://localhost:${server.port}/sip`, 'sip', { ca: authority.cert });
  cleanUp.push(() => page.terminate());
  await once(page, 'open');
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca: authority.cert });
  cleanUp.push(() => agent.destroy());
  const reused = () =>
    new Promise((resolve, reject) => {
      const request = https.get(`https://localhost:${server.port}/api/health`, { agent }, (response) => {
        response.resume().on('end', () => resolve(request.reusedSocket));
      });
      request.on('error', reject);
    });
  expect(await reused()).toBe(false);

  files.write(second);
  files.point('fullchain');
  files.point('privkey');
  await expect.poll(server.shown).toEqual(both(second));
  expect(server.log).toEqual(['certificate: new one in use']);
  phone.write(options('after'));
  expect(String((await once(phone, 'data'))[0])).toMatch(/^SIP\/2\.0 200/);
  expect(await reused()).toBe(true);
  expect(page.readyState).toBe(WebSocket.OPEN);
  const later = new WebSocket(`wss://localhost:${server.port}/sip`, 'sip', { ca: authority.cert });
  cleanUp.push(() => later.terminate());
  const [response] = await once(later, 'upgrade');
  expect(response.socket.getPeerX509Certificate().fingerprint256).toBe(both(second)[0]);
});

test('a certificate whose key has not come yet is not used, and said once; with its key it is', async () => {
  const files = certbot();
  const [first, second] = [issued(), issued()];
  files.write(first);
  files.point('fullchain');
  files.point('privkey');
  const server = await serving(files.place);
  files.write(second);
  files.point('fullchain');
  await expect.poll(() => server.log).toHaveLength(1);
  expect(server.log[0]).toMatch(
    /^certificate: new one not used, keeping the current one: .*TLS_KEY.*key values mismatch/,
  );
  await server.looksAgain();
  expect(server.log).toHaveLength(1);
  expect(await server.shown()).toEqual(both(first));
  files.point('privkey');
  await expect.poll(server.shown).toEqual(both(second));
  // Cut off in the middle, and one that has expired: neither is better than what there is.
  writeFileSync(files.place.given.certFile, second.cert.slice(0, 300));
  await expect.poll(() => server.log.at(-1)).toMatch(/are no certificate with its key/);
  const expired = issued(new Date(Date.now() - 500 * 86_400_000));
  writeFileSync(files.place.given.certFile, expired.cert);
  writeFileSync(files.place.given.keyFile, expired.key);
  await expect.poll(() => server.log.at(-1)).toMatch(/one: It expired on \d{4}-\d\d-\d\d$/);
  expect(await server.shown()).toEqual(both(second));
});

test('one of the own authority is renewed in time, and follows an authority that comes back from a backup', async () => {
  const dataDir = folder();
  const place = { dataDir, given: undefined };
  const first = serverCertificate(place, new Date(Date.now() - 300 * 86_400_000));
  const server = await serving(place, new Date(Date.now() - 300 * 86_400_000));
  await expect.poll(() => server.kept.current().cert).not.toBe(first.cert);
  expect(server.kept.current().authority).toBe(first.authority);
  await expect.poll(server.shown).toEqual(both(server.kept.current()));

  const earlier = folder();
  const kept = serverCertificate({ dataDir: earlier, given: undefined });
  // While only one of its two files is there, the old one stays.
  copyFileSync(join(earlier, 'tls', 'ca.crt'), join(dataDir, 'tls', 'ca.crt'));
  await expect.poll(() => server.log.at(-1)).toMatch(/ca\.crt and ca\.key in .* do not belong together/);
  expect(server.kept.current().authority).toBe(first.authority);
  copyFileSync(join(earlier, 'tls', 'ca.key'), join(dataDir, 'tls', 'ca.key'));
  await expect.poll(() => server.kept.current().authority).toBe(kept.authority);
  await expect.poll(server.shown).toEqual(both(server.kept.current()));
  expect(await (await fetch(`${server.api.url}/ca.crt`)).text()).toBe(kept.authority);
  // Gone files are no reason to make another authority, which nobody would trust.
  rmSync(join(dataDir, 'tls', 'ca.key'));
  await expect.poll(() => server.log.at(-1)).toMatch(/ca\.crt or ca\.key is missing/);
  expect(server.kept.current().authority).toBe(kept.authority);
});

test('who asks for a look has a bad certificate reported at the first one, and the good one before stays', async () => {
  const files = certbot();
  const first = issued();
  files.write(first);
  files.point('fullchain');
  files.point('privkey');
  const log: string[] = [];
  const kept = keepCertificate({
    first: serverCertificate(files.place),
    read: (now) => renewedCertificate(files.place, now),
    log: { info: (_fields, words) => void log.push(words), warn: (_fields, words) => void log.push(words) },
    everyMs: 3_600_000,
  });
  kept.look();
  expect([kept.refused(), log]).toEqual([null, []]);
  writeFileSync(files.place.given.certFile, first.cert.slice(0, 300));
  kept.look();
  kept.look();
  expect(kept.refused()).toMatch(/are no certificate with its key/);
  expect(log).toEqual(['certificate: new one not used, keeping the current one']);
  expect(kept.current().cert).toBe(first.cert);
  const second = issued();
  writeFileSync(files.place.given.certFile, second.cert);
  writeFileSync(files.place.given.keyFile, second.key);
  kept.look();
  expect([kept.refused(), kept.current().cert]).toEqual([null, second.cert]);
  kept.stop();
});
