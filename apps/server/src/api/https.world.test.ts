import { mkdtempSync } from 'node:fs';
import https from 'node:https';
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
