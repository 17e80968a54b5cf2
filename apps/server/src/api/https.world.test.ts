import { mkdtempSync } from 'node:fs';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../config.ts';
import { freePort } from '../storage/postgres/cluster.ts';
import { type TestApi, testApi } from '../testing/test-api.ts';
import { serverCertificate } from '../tls/server-certificate.ts';

let api: TestApi;
let ca: string;
/** The same with a certificate that the operator brought. */
let brought: TestApi;
beforeAll(async () => {
  const tls = serverCertificate({ dataDir: mkdtempSync(join(tmpdir(), 'tls-')), given: undefined });
  ca = tls.authority ?? '';
  api = await testApi({
    tls: () => tls,
    config: { ...readConfig({}), port: await freePort(), httpsPort: await freePort() },
  });
  const { key, cert } = tls;
  brought = await testApi({
    tls: () => ({ key, cert }),
    config: { ...readConfig({}), port: await freePort(), httpsPort: await freePort() },
  });
});
afterAll(() => Promise.all([api.stop(), brought.stop()]));

const get = (path: string, at = api) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    https
      .get(`${at.httpsUrl}${path}`, { ca }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      })
      .on('error', reject);
  });

test('over HTTPS the provider names itself by the secure origin', async () => {
  const { text } = await get('/oidc/.well-known/openid-configuration');
  expect(JSON.parse(text)).toMatchObject({
    issuer: `${api.httpsUrl}/oidc`,
    token_endpoint: `${api.httpsUrl}/oidc/token`,
  });
});

test('sockets open over TLS too', async () => {
  const opened = await new Promise((resolve, reject) => {
    const socket = new WebSocket(`${api.httpsUrl?.replace('https', 'wss')}/live`, { ca });
    socket.on('open', () => {
      socket.close();
      resolve(true);
    });
    socket.on('error', reject);
  });
  expect(opened).toBe(true);
});

test('the own authority can be fetched without trusting it yet', async () => {
  expect(await (await fetch(`${api.url}/ca.crt`)).text()).toBe(ca);
  const page = await fetch(`${api.url}/trust`);
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    "default-src 'none'; style-src 'unsafe-inline'",
  ]);
});

const fromElsewhere = { 'x-forwarded-for': '203.0.113.9' };

test('with a certificate that the operator brought, plain HTTP leads to the secure side and does nothing else', async () => {
  const { port } = new URL(brought.url);
  const securePort = new URL(brought.httpsUrl ?? '').port;
  for (const [method, path] of [
    ['GET', '/main?a=1'],
    ['POST', '/api/forgot-password'],
    ['GET', '/oidc/auth?client_id=sidetone'],
    ['GET', '/api/health'],
  ] as const) {
    const reply = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: fromElsewhere,
      redirect: 'manual',
    });
    expect([path, reply.status, reply.headers.get('location')]).toEqual([
      path,
      307,
      `https://localhost:${securePort}${path}`,
    ]);
  }
  const socket = new WebSocket(`ws://localhost:${port}/live`, { headers: fromElsewhere });
  expect(await new Promise((resolve) => socket.on('error', (error) => resolve(error.message)))).toContain('403');
});

test('this machine itself, its health check for one, stays on plain HTTP', async () => {
  expect((await fetch(`${brought.url}/api/health`)).status).toBe(200);
  expect((await fetch(`${brought.url}/api/server-info`)).status).toBe(200);
});

test('with the server’s own authority everyone may use plain HTTP first: they have to get its certificate', async () => {
  const { port } = new URL(api.url);
  for (const path of ['/trust', '/ca.crt', '/api/health']) {
    expect(
      (await fetch(`http://localhost:${port}${path}`, { headers: fromElsewhere, redirect: 'manual' })).status,
    ).toBe(200);
  }
});

test('browsers are told to use HTTPS only, if they trust the certificate by themselves', async () => {
  for (const path of ['/api/health', '/login', '/oidc/jwks']) {
    expect([path, (await get(path, brought)).headers['strict-transport-security']]).toEqual([path, 'max-age=63072000']);
    expect((await get(path)).headers['strict-transport-security']).toBeUndefined();
  }
});

/** A connection as far as its end is concerned. */
interface Closing {
  once(event: 'close', listener: () => void): unknown;
}

/** How many of these the server has closed within so many milliseconds. */
const closedWithin = async (sockets: readonly Closing[], ms: number): Promise<number> => {
  let closed = 0;
  const all = sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
  for (const one of all) void one.then(() => (closed += 1));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([Promise.all(all), new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
  return closed;
};
const opened = (port: string, said: string): Socket => {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(said));
  socket.on('error', () => {});
  // What nobody reads never ends.
  return socket.resume();
};

test('500 of each kind of connection over which nobody says who they are do not stay', async () => {
  const { port } = new URL(api.url);
  const { port: securePort } = new URL(api.httpsUrl ?? '');
  const before = Date.now();
  const refused = { live: 0, app: 0 };
  const answering = (path: 'live' | 'app') =>
    Array.from({ length: 500 }, () => {
      // The library answers every ping.
      const socket = new WebSocket(`ws://127.0.0.1:${port}/${path === 'app' ? 'app/key' : path}`);
      socket.on('error', (error) => (refused[path] += / 429$/.test(error.message) ? 1 : 0));
      return socket;
    });
  const kinds: Record<string, Promise<number>> = {
    live: closedWithin(answering('live'), 15_000),
    app: closedWithin(answering('app'), 15_000),
  };
  // A network has 1,000 connections in all: the next come when those are over.
  expect([await kinds['live'], await kinds['app']]).toEqual([500, 500]);
  expect(refused.live + refused.app).toBeGreaterThanOrEqual(1000 - 200 - 40);
  expect(Date.now() - before).toBeLessThan(15_000);
  const [silent, hello] = [
    Array.from({ length: 450 }, () => opened(port, '')),
    Array.from({ length: 450 }, () => opened(securePort, '')),
  ];
  const more = [opened(port, 'GET / HTTP/1.1\r\n'), opened(securePort, '\x16\x03\x01')];
  const closed = await Promise.all([silent, hello, more].map((sockets) => closedWithin(sockets, 25_000)));
  expect(closed).toEqual([450, 450, 2]);
  expect((await get('/api/health')).status).toBe(200);
}, 60_000);
