import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { privateHosts } from '../network/private-hosts.ts';
import { openReach } from './reach.ts';

interface Heard {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

let here: Server;
let there: Server;
const heard: Heard[] = [];
let answer: RequestListener = (_request, response) => response.end('hello');

const open = () =>
  new Promise<Server>((resolve) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        heard.push({ headers: request.headers, body: Buffer.concat(chunks) });
        answer(request, response);
      });
    }).listen(0, '127.0.0.1', () => resolve(server));
  });
const urlOf = (server: Server) => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

beforeAll(async () => {
  [here, there] = await Promise.all([open(), open()]);
});
afterAll(() => {
  for (const server of [here, there]) {
    server.closeAllConnections();
    server.close();
  }
});

test('bytes arrive as they are, with their length', async () => {
  const reach = openReach(privateHosts(['127.0.0.1']));
  heard.length = 0;
  const bytes = new Uint8Array([0, 255, 13, 10, 128, 0]).subarray(1, 5);
  await reach.fetch(urlOf(here), { method: 'POST', body: bytes });
  expect([...(heard[0]?.body ?? [])]).toEqual([255, 13, 10, 128]);
  expect(heard[0]?.headers['content-length']).toBe('4');
  await expect(reach.fetch(urlOf(here), { method: 'POST', body: new FormData() })).rejects.toThrow(TypeError);
  expect(heard).toHaveLength(1);
  reach.close();
});

test('a request has limits of its own', async () => {
  const reach = openReach(privateHosts(['127.0.0.1']), { withinMs: 5_000 });
  answer = (_request, response) => response.end(Buffer.alloc(1001));
  const small = reach.within({ mostBytes: 1000 });
  await expect(small(urlOf(here))).rejects.toMatchObject({ name: 'ReachError', code: 'tooLarge' });
  expect((await (await reach.within({ mostBytes: 1001 })(urlOf(here))).arrayBuffer()).byteLength).toBe(1001);
  answer = () => undefined;
  await expect(reach.within({ withinMs: 100 })(urlOf(here))).rejects.toMatchObject({ code: 'timedOut' });
  reach.close();
});

test('no key goes along to another host, whatever its header is called', async () => {
  const reach = openReach(privateHosts(['127.0.0.1']));
  heard.length = 0;
  answer = (request, response) =>
    request.url === '/moved' ? response.writeHead(307, { location: urlOf(there) }).end() : response.end('there');
  const headers = {
    authorization: 'Bearer secret',
    'x-api-key': 'secret',
    'api-key': 'secret',
    'x-api-token': 'secret',
    accept: 'text/plain',
    range: 'bytes=100-',
    'if-range': '"v1"',
  };
  expect(await (await reach.fetch(`${urlOf(here)}/moved`, { headers })).text()).toBe('there');
  expect(JSON.stringify(heard[0]?.headers)).toContain('secret');
  expect(JSON.stringify(heard[1]?.headers)).not.toContain('secret');
  expect(heard[1]?.headers).toMatchObject({ accept: 'text/plain', range: 'bytes=100-', 'if-range': '"v1"' });
  const stays = reach.fetch(`${urlOf(here)}/moved`, { headers, redirect: 'error' });
  await expect(stays).rejects.toMatchObject({ code: 'movedAway' });
  expect(heard).toHaveLength(3);
  reach.close();
});

test('an error names the host and neither its address nor what was sent', async () => {
  const reach = openReach(privateHosts([]));
  const asked = reach.fetch('http://localhost:1/', { method: 'POST', body: 'words of a call' });
  const error: unknown = await asked.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'privateHost', host: 'localhost', message: 'privateHost: localhost' });
  reach.close();
});
