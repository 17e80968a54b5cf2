import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { privateHosts } from '../network/private-hosts.ts';
import { serverCertificate } from '../tls/server-certificate.ts';
import { guardedFetch } from './guarded-fetch.ts';

interface Heard {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let here: Server;
let there: Server;
const heard: Heard[] = [];
let answer: RequestListener = (_request, response) => response.end('hello');
const open = (listener: RequestListener) =>
  new Promise<Server>((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => resolve(server));
  });
const urlOf = (server: Pick<Server, 'address'>, host = '127.0.0.1') => {
  const address = server.address();
  return `http://${host}:${typeof address === 'object' ? address?.port : ''}`;
};

beforeAll(async () => {
  const listen: RequestListener = (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push({ method: request.method, path: request.url, authorization: request.headers.authorization, body });
      answer(request, response);
    });
  };
  [here, there] = await Promise.all([open(listen), open(listen)]);
});
afterAll(() => {
  here.close();
  there.close();
});

const allowing = (...listed: string[]) => guardedFetch(privateHosts(listed));
const asking = async (reach: ReturnType<typeof guardedFetch>, url: string, init: RequestInit = {}) => {
  heard.length = 0;
  answer = (_request, response) => response.end('hello');
  try {
    return await reach.fetch(url, init);
  } finally {
    reach.close();
  }
};
const refused = { name: 'IntegrationError', type: 'invalid_url' };

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.178.1',
  '169.254.169.254',
  '100.64.0.1',
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '::127.0.0.1',
  '3fff::1',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
  'not an address',
])('%s is not on the public internet', (address) => {
  expect(privateHosts([]).isPublic(address)).toBe(false);
});

test.each(['1.1.1.1', '9.9.9.9', '172.32.0.1', '2606:4700::1111', '::ffff:9.9.9.9'])('%s is', (address) => {
  expect(privateHosts([]).isPublic(address)).toBe(true);
});

test('hosts are named by address, by network and by name, whatever they resolve to', () => {
  const named = privateHosts(['10.0.0.0/8', '192.168.1.9', 'Dav.Lan', 'fd00::/8']);
  expect(named.isNamed('any', '10.9.9.9')).toBe(true);
  expect(named.isNamed('any', '192.168.1.9')).toBe(true);
  expect(named.isNamed('any', '192.168.1.8')).toBe(false);
  expect(named.isNamed('dav.lan.', '172.16.0.1')).toBe(true);
  expect(named.isNamed('other.lan', '172.16.0.1')).toBe(false);
  expect(named.isNamed('any', 'fd12::1')).toBe(true);
});

test('what nobody named is not asked, however its address is written', async () => {
  const port = new URL(urlOf(here)).port;
  const hosts = ['127.0.0.1', 'localhost', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0'];
  for (const host of hosts) {
    await expect(asking(allowing(), `http://${host}:${port}/`), host).rejects.toMatchObject({
      ...refused,
      translationKey: 'privateHost',
    });
    expect(heard, host).toEqual([]);
  }
});

test('what is named answers, by name and by address', async () => {
  expect(await (await asking(allowing('127.0.0.1'), urlOf(here))).text()).toBe('hello');
  expect(await (await asking(allowing('127.0.0.0/8'), urlOf(here, 'localhost'))).text()).toBe('hello');
  expect(await (await asking(allowing('localhost'), urlOf(here, 'localhost'))).text()).toBe('hello');
});

test('a redirect into the own network is not followed', async () => {
  const reach = allowing('localhost');
  answer = (_request, response) => response.writeHead(302, { location: urlOf(there) }).end();
  heard.length = 0;
  await expect(reach.fetch(urlOf(here, 'localhost'))).rejects.toMatchObject(refused);
  expect(heard).toHaveLength(1);
  reach.close();
});

test('a redirect keeps method and body, and credentials within one host only', async () => {
  const reach = allowing('127.0.0.1');
  heard.length = 0;
  answer = (request, response) => {
    if (request.url === '/first') response.writeHead(308, { location: '/second' }).end();
    else if (request.url === '/second') response.writeHead(301, { location: `${urlOf(there)}/third` }).end();
    else response.end('found');
  };
  const response = await reach.fetch(`${urlOf(here)}/first`, {
    method: 'PROPFIND',
    body: '<ask/>',
    headers: { authorization: 'Basic secret' },
  });
  expect(await response.text()).toBe('found');
  expect(response.url).toBe(`${urlOf(there)}/third`);
  const asked = { method: 'PROPFIND', body: '<ask/>' };
  expect(heard).toEqual([
    { ...asked, path: '/first', authorization: 'Basic secret' },
    { ...asked, path: '/second', authorization: 'Basic secret' },
    { ...asked, path: '/third', authorization: undefined },
  ]);
  reach.close();
});

test('what must stay at one host is redirected there, and nothing of it goes to another one', async () => {
  const reach = allowing('127.0.0.1');
  heard.length = 0;
  answer = (request, response) => {
    if (request.url === '/first') response.writeHead(308, { location: '/second' }).end();
    else if (request.url === '/second') response.writeHead(307, { location: `${urlOf(there)}/third` }).end();
    else response.end('found');
  };
  const asked = reach.fetch(`${urlOf(here)}/first`, { method: 'PUT', body: 'a card', redirect: 'error' });
  await expect(asked).rejects.toMatchObject({ name: 'IntegrationError', type: 'not_found' });
  expect(heard.map(({ path }) => path)).toEqual(['/first', '/second']);
  reach.close();
});

test('circles, silence and nobody end in an error that says so', async () => {
  const reach = guardedFetch(privateHosts(['127.0.0.1']), 300);
  answer = (_request, response) => response.writeHead(307, { location: '/' }).end();
  await expect(reach.fetch(urlOf(here))).rejects.toMatchObject({ type: 'failed' });
  answer = () => undefined;
  await expect(reach.fetch(urlOf(here))).rejects.toMatchObject({ type: 'unreachable', translationKey: 'timedOut' });
  const gone = await open(() => undefined);
  const url = urlOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  await expect(reach.fetch(url)).rejects.toMatchObject({ type: 'unreachable', translationKey: 'unreachable' });
  await expect(reach.fetch('ftp://127.0.0.1/')).rejects.toMatchObject(refused);
  reach.close();
  here.closeAllConnections();
});

test('an answer is taken up to eight megabytes', async () => {
  const reach = allowing('127.0.0.1');
  const megabyte = 1024 * 1024;
  answer = (_request, response) => response.end(Buffer.alloc(8 * megabyte));
  expect((await (await reach.fetch(urlOf(here))).arrayBuffer()).byteLength).toBe(8 * megabyte);
  answer = (_request, response) => response.end(Buffer.alloc(8 * megabyte + 1));
  const refusal = { name: 'AnswerTooLarge', type: 'failed', translationKey: 'tooLarge' };
  await expect(reach.fetch(urlOf(here))).rejects.toMatchObject(refusal);
  reach.close();
});

test('an untrusted certificate is reported as such', async () => {
  const { key, cert } = serverCertificate({ dataDir: mkdtempSync(join(tmpdir(), 'tls-')), given: undefined });
  const secure = createSecureServer({ key, cert }, (_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const url = urlOf(secure).replace('http:', 'https:');
  await expect(asking(allowing('127.0.0.1'), url)).rejects.toMatchObject({
    type: 'unreachable',
    translationKey: 'certificate',
  });
  secure.close();
});

test('the caller can give up', async () => {
  const reach = allowing('127.0.0.1');
  answer = () => undefined;
  const controller = new AbortController();
  const asked = reach.fetch(urlOf(here), { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  reach.close();
  here.closeAllConnections();
});

test('what no connection was made for is provably not taken; what may have left is not', async () => {
  const reach = guardedFetch(privateHosts(['127.0.0.1', 'nowhere.invalid']), 2_000);
  const failed = async (url: string, taken: object) =>
    await expect(reach.fetch(url, { method: 'POST', body: 'a call' }), url).rejects.toMatchObject(taken);
  const gone = await open(() => undefined);
  const goneUrl = urlOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  const notTaken = { type: 'unreachable', provablyNotTaken: true };
  await failed(goneUrl, notTaken);
  await failed('http://nowhere.invalid/', notTaken);
  await failed('http://10.9.9.9/', { type: 'invalid_url', provablyNotTaken: true });
  const { key, cert } = serverCertificate({ dataDir: mkdtempSync(join(tmpdir(), 'tls-')), given: undefined });
  const untrusted = createSecureServer({ key, cert }, (_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => untrusted.listen(0, '127.0.0.1', resolve));
  await failed(urlOf(untrusted).replace('http:', 'https:'), { ...notTaken, translationKey: 'certificate' });
  untrusted.close();

  const perhaps = { type: 'unreachable', provablyNotTaken: false };
  answer = (request) => request.socket.destroy();
  await failed(urlOf(here), perhaps);
  answer = (_request, response) =>
    response.writeHead(200, { 'content-length': '9' }).end('half', () => response.destroy());
  await failed(urlOf(here), perhaps);
  answer = (request, response) => {
    if (request.url === '/again') request.socket.destroy();
    else response.end('hello');
  };
  await (await reach.fetch(urlOf(here))).text();
  // By the connection that was kept open.
  await failed(`${urlOf(here)}/again`, perhaps);
  answer = (_request, response) => response.writeHead(307, { location: goneUrl }).end();
  await failed(urlOf(here), perhaps);
  answer = () => undefined;
  await failed(urlOf(here), { ...perhaps, translationKey: 'timedOut' });
  reach.close();
  here.closeAllConnections();
});
