import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { ConfigError } from '../../config-values.ts';
import { analyticsRoutes } from './routes.ts';
import { analyticsSink } from './sink.ts';

const now = () => new Date('2026-11-22T10:00:00Z');
const folder = () => mkdtempSync(join(tmpdir(), 'sidetone-analytics-'));

function log() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }) };
}

test('events become lines of a file that nobody else reads, in their order', async () => {
  const file = join(folder(), 'events.jsonl');
  const sink = analyticsSink({ file }, log().log, { now });
  sink.put({ name: 'FAQ_CLICK' });
  sink.put({ name: 'MICROPHONE_ACCESS', state: 'GRANTED' });
  await sink.stop();
  sink.put({ name: 'RELOAD_FROM_ERROR' });
  await sink.stop();
  expect(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { time: '2026-11-22T10:00:00.000Z', name: 'FAQ_CLICK' },
    { time: '2026-11-22T10:00:00.000Z', name: 'MICROPHONE_ACCESS', state: 'GRANTED' },
    { time: '2026-11-22T10:00:00.000Z', name: 'RELOAD_FROM_ERROR' },
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('a file that has grown makes way for a new one', async () => {
  const file = join(folder(), 'events.jsonl');
  writeFileSync(file, 'x'.repeat(20_000_000));
  const sink = analyticsSink({ file }, log().log, { now });
  sink.put({ name: 'FAQ_CLICK' });
  await sink.stop();
  expect(statSync(file).size).toBeLessThan(100);
  expect(statSync(`${file}.1`).size).toBe(20_000_000);
});

test('events are posted one by one, and a redirect leads nowhere', async () => {
  const bodies: unknown[] = [];
  const server = createServer((request, reply) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      bodies.push([request.method, request.headers['content-type'], JSON.parse(text)]);
      if (bodies.length === 2) reply.writeHead(302, { location: '/elsewhere' });
      reply.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const { log: logger, lines } = log();
  const sink = analyticsSink({ url }, logger, { now });
  sink.put({ name: 'FAQ_CLICK' });
  await sink.stop();
  expect(bodies).toEqual([['POST', 'application/json', { time: '2026-11-22T10:00:00.000Z', name: 'FAQ_CLICK' }]]);
  sink.put({ name: 'FAQ_CLICK' });
  await sink.stop();
  expect(bodies).toHaveLength(2);
  expect(lines).toMatchObject([{ msg: 'analytics: delivery failed', count: 1 }]);
  server.close();
});

test('a sink that does not answer takes no memory: excess events are dropped, and that is logged', async () => {
  const { log: logger, lines } = log();
  const { promise: slow, resolve: wake } = Promise.withResolvers<void>();
  let posted = 0;
  const post = async () => {
    posted += 1;
    await slow;
  };
  const sink = analyticsSink({ url: 'http://127.0.0.1:1/' }, logger, { now, post });
  for (let event = 0; event < 1500; event += 1) sink.put({ name: 'FAQ_CLICK' });
  wake();
  await sink.stop();
  expect(posted).toBe(1001);
  expect(lines).toMatchObject([{ msg: 'analytics: events dropped, the sink is too slow', count: 499 }]);
});

test('a sink that never answers keeps no server from ending', async () => {
  const post = () => new Promise<void>(() => {});
  const sink = analyticsSink({ url: 'http://127.0.0.1:1/' }, log().log, { now, post, longestStopMs: 1 });
  sink.put({ name: 'FAQ_CLICK' });
  await sink.stop();
});

test('nothing is sent unless the operator names a sink', () => {
  expect(readConfig({}).analytics).toBeUndefined();
  expect(readConfig({ ANALYTICS_URL: 'https://events.example/in' }).analytics).toEqual({
    url: 'https://events.example/in',
  });
  expect(readConfig({ ANALYTICS_FILE: '/var/log/events.jsonl' }).analytics).toEqual({ file: '/var/log/events.jsonl' });
  expect(() => readConfig({ ANALYTICS_URL: 'ftp://events.example' })).toThrow('ANALYTICS_URL must begin with');
  expect(() => readConfig({ ANALYTICS_URL: 'https://user:secret@a.example' })).toThrow('must name no user');
  expect(readConfig({ ANALYTICS_URL: 'https://a.example/in?to=a@b' }).analytics).toBeDefined();
  expect(() => readConfig({ ANALYTICS_URL: 'https://a.example', ANALYTICS_FILE: '/x' })).toThrow(ConfigError);
});

test('the route says whether there is a sink, and hands it the event alone', async () => {
  const put: unknown[] = [];
  const asked = { body: { event: { name: 'FAQ_CLICK' } }, caller: { userId: 'mara' } };
  const [to] = analyticsRoutes({ put: (event) => put.push(event), stop: async () => {} });
  expect([await to?.handler(asked), put]).toEqual([{ taken: true }, [{ name: 'FAQ_CLICK' }]]);
  const [nowhere] = analyticsRoutes(null);
  expect(await nowhere?.handler(asked)).toEqual({ taken: false });
});
