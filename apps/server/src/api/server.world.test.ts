import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import packageJson from '../../../../package.json' with { type: 'json' };
import { noCalls } from '../features/call-control/testing/no-calls.ts';
import { noClassicCalls } from '../features/classic/testing/no-classic-calls.ts';
import { browser, callRoute, person, signInAs, type TestApi, testApi } from '../testing/test-api.ts';
import { checkHealth } from './health.ts';
import { networkFailureLimit, networkRateLimit, rateLimit } from './rate-limit.ts';
import { pagePolicy } from './security-headers.ts';

const { version } = packageJson;
const clientFolder = mkdtempSync(join(tmpdir(), 'client-'));
mkdirSync(join(clientFolder, 'assets'));
writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>Sidetone</title>');
writeFileSync(join(clientFolder, 'assets/app-abc123.js'), 'export {};');
writeFileSync(join(clientFolder, 'assets/app-abc123.js.gz'), gzipSync('export {};'));

let api: TestApi;
let media: () => Promise<unknown> = async () => {};
const held: unknown[] = [];
beforeAll(async () => {
  api = await testApi({
    clientFolder,
    checks: { media: () => media() },
    exchange: {
      control: {
        ...noCalls,
        async hold(userId, name, value) {
          if (!('id' in name) || name.id !== 'mine@here/1') return await noCalls.hold(userId, name, value);
          held.push([userId, value]);
        },
      },
      classic: noClassicCalls,
      sipSocket: (socket) => socket.send('welcome'),
    },
  });
});
afterAll(() => api.stop());

/** Asks under a name of one's choice, as anyone can. */
const statusAs = (host: string, path: string, token?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { host, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const { hostname, port } = new URL(api.url);
    request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

const get = (path: string, init: RequestInit = {}) => fetch(api.url + path, init);

test('a browser that takes gzip gets the file that the build compressed, with the type of the original', async () => {
  const { headers } = await fetch(`${api.url}/assets/app-abc123.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(headers.get('content-type')).toMatch(/javascript/);
  expect(headers.get('cache-control')).toMatch(/immutable/);
});

test('every address that is no file is a page of the client, and nothing of it is kept', async () => {
  for (const path of ['/', '/login', '/main/channels/private?x=1', '/sign-in/abc']) {
    const page = await get(path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await page.text()).toContain('<title>Sidetone</title>');
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ws://`);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('files with a digest in their name are kept for ever; a missing one is no page', async () => {
  const file = await get('/assets/app-abc123.js');
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/app-old.js')).status).toBe(404);
  expect((await get('/api/nothing')).status).toBe(404);
  expect(await (await get('/api/nothing')).json()).toMatchObject({ code: 'NOT_FOUND' });
});

test('a file that does not exist is not found, for every client', async () => {
  const phones = ['/y000000000066.cfg', '/001565aabbcc.cfg', '/SEP001565AABBCC.cnf.xml', '/provision/snom.htm?mac=1'];
  const others = ['/robots.txt', '/.well-known/openid-configuration', '/.env', '/..%2f..%2fpackage.json'];
  for (const path of [...phones, ...others]) {
    const reply = await get(path);
    expect([path, reply.status, await reply.json()]).toMatchObject([path, 404, { code: 'NOT_FOUND' }]);
  }
  for (const page of ['/main/channels/c1/anonymous/pbx-a.b', '/main/contacts/a.vcf', '/login', '/invitation/a-b_c']) {
    expect([page, (await get(page)).status]).toEqual([page, 200]);
  }
});

test('an address with a zero in it is refused, on every route', async () => {
  const paths = [
    '/%00',
    '/assets/%00.js',
    '/api/sign-in/%00',
    '/api/contacts/search?query=%00',
    '/oidc/auth?client_id=%00',
  ];
  for (const path of paths) {
    const reply = await get(path);
    expect([path, reply.status, await reply.json()]).toMatchObject([path, 400, { code: 'BAD_REQUEST' }]);
  }
  // What reads like one is none.
  expect((await get('/main/%2500')).status).toBe(200);
});

test('health names what is missing, and does not wait longer than its limit', async () => {
  expect(await callRoute(api.url, undefined, routes.health, {})).toEqual({ status: 200, body: { status: 'ok' } });
  media = async () => {
    throw new Error('no socket');
  };
  expect(await callRoute(api.url, undefined, routes.health, {})).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE', message: 'Not available: media.' },
  });
  media = async () => {};
  await expect(checkHealth({ database: () => new Promise(() => {}) }, 10)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

test('strangers are told what their browser needs, and not the version; who is signed in is', async () => {
  const said = (await callRoute(api.url, undefined, routes.serverInfo, {})).body;
  expect(said).toMatchObject({ secure: true });
  expect(Object.keys(said as object).sort()).toEqual([
    'analytics',
    'company',
    'links',
    'passkeys',
    'secure',
    'secureEntry',
    'setupNeeded',
    'singleSignOn',
  ]);
  for (const path of ['/api/server-info', '/api/version', '/api/health', '/', '/api/nothing', '/oidc/jwks']) {
    const reply = await get(path);
    expect(JSON.stringify([...reply.headers]) + (await reply.text()), path).not.toContain(version);
  }
  const lea = await person(api, { firstName: 'Lea' });
  const { access_token } = await signInAs(api.url, lea.email);
  expect((await callRoute(api.url, undefined, routes.serverVersion, {})).status).toBe(401);
  expect((await callRoute(api.url, access_token, routes.serverVersion, {})).body).toEqual({ version });
});

test('a host that there cannot be is refused where an answer depends on it, and nowhere else', async () => {
  const max = await person(api, { firstName: 'Max' });
  const { access_token } = await signInAs(api.url, max.email);
  const extension = { appExtensionType: 'desktop_app_register' as const, owner: max.userId, alias: 'App' };
  await callRoute(api.url, access_token, routes.createAppExtension, { body: extension });
  const { hostname, port } = new URL(api.url);
  const statusOf = (path: string, host: string) => statusAs(host, path, access_token);
  const extensions = `/api/v3/devices/app/desktop_app_register/${max.userId}`;
  const paths = [extensions, '/api/server-info', '/api/health'];
  const statuses = await Promise.all(paths.map((path) => statusOf(path, '[')));
  expect(statuses).toEqual([400, 400, 200]);
  expect(await statusOf(extensions, `${hostname}:${port}`)).toBe(200);
});

test('bad bodies get clear answers', async () => {
  const max = await person(api, { firstName: 'Max' });
  const { access_token } = await signInAs(api.url, max.email);
  const authorization = `Bearer ${access_token}`;
  const codeOf = async (reply: Promise<Response>) => {
    const { status } = await reply;
    return [status, ((await (await reply).json()) as { code: string }).code];
  };
  const patch = (body: string, type = 'application/json') =>
    get('/api/users/me', { method: 'PATCH', body, headers: { authorization, 'content-type': type } });
  expect(await codeOf(patch('{"locale":'))).toEqual([400, 'BAD_REQUEST']);
  expect(await codeOf(patch('{}', 'text/plain'))).toEqual([400, 'BAD_REQUEST']);
  expect(await codeOf(patch('locale=de', 'application/x-www-form-urlencoded'))).toEqual([400, 'BAD_REQUEST']);
  expect(await codeOf(patch(''))).toEqual([400, 'VALIDATION_FAILED']);
  expect(await codeOf(patch(JSON.stringify({ locale: 'x'.repeat(1_100_000) })))).toEqual([413, 'BODY_TOO_LARGE']);
  const broken = await patch('{"locale":"fr"}');
  expect(await broken.json()).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'locale' }] });
  expect(await codeOf(patch('{"__proto__":{"admin":true},"locale":"de"}'))).toEqual([400, 'BAD_REQUEST']);
  expect(await codeOf(get('/api/%E0%A4%A'))).toEqual([400, 'BAD_REQUEST']);
  expect(await codeOf(get('/api/contacts/one/%00', { headers: { authorization } }))).toEqual([400, 'BAD_REQUEST']);
  expect(await codeOf(get('/api/users/me', { method: 'PATCH' }))).toEqual([401, 'UNAUTHENTICATED']);
  const bogus = get('/api/users/me', { method: 'PATCH', headers: { authorization: 'Bearer nonsense' } });
  expect(await codeOf(bogus)).toEqual([401, 'UNAUTHENTICATED']);
  expect((await bogus).headers.get('www-authenticate')).toBe('Bearer');
});

test('holding asks the exchange for a leg of the caller', async () => {
  const nora = await person(api, { firstName: 'Nora' });
  const { access_token } = await signInAs(api.url, nora.email);
  const hold = (id: string) =>
    callRoute(api.url, access_token, routes.holdCall, { params: { id }, body: { value: true } });
  expect(await hold('mine@here/1')).toEqual({ status: 200, body: { value: true } });
  expect(held).toEqual([[nora.userId, true]]);
  expect((await hold('other')).status).toBe(404);
});

test('the API describes itself to who is signed in', async () => {
  const otto = await person(api, { firstName: 'Otto' });
  const at = browser(api.url);
  const { access_token } = await signInAs(api.url, otto.email, at);
  const headers = { authorization: `Bearer ${access_token}` };
  const described = (await (await get('/api/docs/json', { headers })).json()) as { paths: Record<string, unknown> };
  for (const { path } of Object.values(routes)) expect(described.paths).toHaveProperty([`/api${path}`]);
  // A browser comes with the cookie of its sign-in.
  expect((await at.request('/api/docs')).status).toBe(200);
  for (const path of ['/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.html']) {
    expect([path, (await get(path)).status]).toEqual([path, 401]);
    expect((await get(path, { headers: { cookie: 'sidetone_session=made-up' } })).status).toBe(401);
  }
  const sent = await get('/api/docs', { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/login']);
});

test('metrics are for this machine', async () => {
  api.facts.announce('call.ringing', { callId: 'c', sessionId: 's', userIds: ['w1', 'w2'] });
  api.facts.announce('registration.changed', { userId: 'w1' });
  api.facts.announce('call.ended', { callId: 'c', sessionId: 's', userIds: [], reason: 'HANGUP' });
  const text = await (await get('/metrics')).text();
  expect(text).toContain('sidetone_http_request_seconds_bucket');
  expect(text).toContain('sidetone_calls_ended_total{reason="HANGUP"} 1');
  expect(text).toContain('sidetone_calls_ringing_total 1');
  expect(text).toContain('sidetone_registration_changes_total 1');
  for (const header of [{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=198.51.100.7' }]) {
    expect((await fetch(`${api.url}/metrics`, { headers: header })).status).toBe(404);
  }
  expect(await statusAs('evil.example', '/metrics')).toBe(404);
  expect(await statusAs('203.0.113.66', '/metrics')).toBe(404);
  expect(await statusAs('localhost', '/metrics')).toBe(200);
});

test('a phone connects with the subprotocol of RFC 7118, and nobody without it', async () => {
  const url = `${api.url.replace('http', 'ws')}/sip`;
  const heard = await new Promise((resolve) =>
    new WebSocket(url, 'sip').on('message', (text) => resolve(String(text))),
  );
  expect(heard).toBe('welcome');
  const refused = (path: string) =>
    new Promise((resolve) => new WebSocket(path).on('error', (error) => resolve(error.message)));
  expect(await refused(url)).toContain('400');
  expect(await refused(`${api.url.replace('http', 'ws')}/elsewhere`)).toContain('404');
});

test('stopping lets a request that runs come to its end', async () => {
  let release = () => {};
  const running = new Promise<void>((resolve) => (release = resolve));
  let began = () => {};
  const begun = new Promise<void>((resolve) => (began = resolve));
  const other = await testApi({
    checks: {
      slow: async () => {
        began();
        await running;
      },
    },
  });
  const answer = fetch(`${other.url}/api/health`);
  await begun;
  const stopped = other.stop();
  release();
  expect((await answer).status).toBe(200);
  await stopped;
  await expect(fetch(other.url)).rejects.toThrow();
});

test('nonsense on the port does not disturb the server', async () => {
  const { hostname, port } = new URL(api.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write('INVITE sip:x SIP/2.0\r\n\r\n'));
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
    socket.on('data', () => socket.end());
  });
  expect((await get('/api/health')).status).toBe(200);
});

test('too many requests in a window are refused until it ends', () => {
  let now = 0;
  const count = rateLimit({ most: 2, windowMs: 1000, now: () => now });
  for (const key of ['a', 'a', 'b']) count(key);
  expect(() => count('a')).toThrow(expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 1 }));
  count('b');
  now = 1000;
  count('a');
});

test('tokens that nobody knows are not looked up without end, and a good one is after that', async () => {
  let now = 0;
  const limit = networkFailureLimit({ most: 2, windowMs: 1000, now: () => now });
  for (let at = 0; at < 2; at += 1) {
    limit.check('a');
    limit.count('a');
  }
  expect(() => limit.check('a')).toThrow(expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS' }));
  limit.check('b');
  now = 1000;
  limit.check('a');
});

test('a whole site of IPv6 gets four times what one link of it gets, and what is refused counts for nothing', () => {
  let now = 0;
  const count = networkRateLimit({ most: 10, windowMs: 1000, now: () => now });
  const admitted = (addresses: readonly string[], times: number) => {
    let all = 0;
    for (const address of addresses) {
      for (let at = 0; at < times; at += 1) {
        try {
          count(address, '/api/health');
          all += 1;
        } catch {
          // Refused.
        }
      }
    }
    return all;
  };
  // One link asks far too often: its neighbours still have theirs.
  expect(admitted(['2001:db8:1:100::1'], 1000)).toBe(10);
  const links = Array.from({ length: 200 }, (_, link) => `2001:db8:1:${(0x200 + link * 0x10).toString(16)}::1`);
  expect(admitted(links, 20)).toBe(30);
  expect(admitted(['2001:db8:2::1', '192.0.2.1'], 20)).toBe(20);
  now = 1000;
  expect(admitted(['2001:db8:1:100::1'], 1000)).toBe(10);
});

test('unknown tokens from a whole site of IPv6 are looked up no more than from four links', () => {
  const limit = networkFailureLimit({ most: 10, windowMs: 1000, now: () => 0 });
  let looked = 0;
  for (let link = 0; link < 1000; link += 1) {
    const address = `2001:db8:1:${(link * 0x40).toString(16)}::1`;
    try {
      limit.check(address);
    } catch {
      continue;
    }
    limit.count(address);
    looked += 1;
  }
  expect(looked).toBe(40);
});

test('pages load pictures from no other host unless the operator named it', () => {
  const pictures = (pictureHosts: string[]) =>
    /img-src ([^;]*)/.exec(pagePolicy('phone.example', { pictureHosts }))?.[1];
  expect(pictures([])).toBe("'self' data: blob:");
  expect(pictures(['pictures.example', '*.company.example'])).toBe(
    "'self' data: blob: https://pictures.example https://*.company.example",
  );
  expect(pictures(['*'])).toBe("'self' data: blob: https:");
});

test('a strange host name does not get into the page policy', () => {
  expect(pagePolicy('phone.example:8443')).toContain('wss://phone.example:8443');
  expect(pagePolicy('phone.example', { moreSockets: 'wss://push.example:443' })).toContain(
    'wss://phone.example wss://push.example:443;',
  );
  expect(pagePolicy("x; script-src 'unsafe-inline'")).not.toContain('unsafe-inline;');
});
