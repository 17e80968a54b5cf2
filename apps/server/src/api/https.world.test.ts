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
beforeAll(async () => {
  const tls = serverCertificate(mkdtempSync(join(tmpdir(), 'tls-')), undefined);
  ca = tls.authority ?? '';
  api = await testApi({ tls, config: { ...readConfig({}), port: await freePort(), httpsPort: await freePort() } });
});
afterAll(() => api.stop());

const get = (path: string) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    https
      .get(`${api.httpsUrl}${path}`, { ca }, (response) => {
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
