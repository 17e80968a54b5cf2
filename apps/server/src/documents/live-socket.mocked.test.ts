import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { liveHub } from './live-hub.ts';
import { liveSocket } from './live-socket.ts';

/** `readyState` of an open WebSocket. */
const isOpen = 1;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The server's end of a connection to a client that sends as it likes, and takes no part in closing. */
const clientAt = () => {
  const onChange = () => () => undefined;
  const feed = { onChange, onGap: () => () => undefined, stop: async () => undefined };
  const onTrouble = (error: unknown) => expect.fail(String(error));
  const connect = liveSocket({
    hub: liveHub(feed, [], onTrouble),
    names: [],
    findCaller: async () => null,
    onTrouble,
  });
  const client = { pongs: 0, closed: [] as number[] };
  const socket = Object.assign(new EventEmitter(), {
    OPEN: isOpen,
    readyState: isOpen,
    send(text: string) {
      if (text === 'PONG') client.pongs += 1;
    },
    close: (code: number) => void client.closed.push(code),
    terminate() {},
  });
  const request = Object.assign(new EventEmitter(), { url: '/live', headers: {}, socket: new EventEmitter() });
  connect(socket as unknown as WebSocket, request as unknown as IncomingMessage, () => undefined);
  const send = (times: number) => {
    for (let count = 0; count < times; count += 1) socket.emit('message', Buffer.from('PING'), false);
  };
  return Object.assign(client, { send, end: () => socket.emit('close') });
};

test('a client may send 1,000 messages together and 100 a second after that; one more closes its connection', () => {
  const client = clientAt();
  client.send(1000);
  for (let second = 0; second < 5; second += 1) {
    vi.advanceTimersByTime(1000);
    client.send(100);
  }
  expect([client.pongs, client.closed]).toEqual([1500, []]);
  client.send(1);
  expect(client.closed).toEqual([1008]);
  client.end();
});

test('a client that was silent for long may send 1,000 messages together again, and no more', () => {
  const client = clientAt();
  client.send(1000);
  vi.advanceTimersByTime(8_000);
  client.send(800);
  expect(client.closed).toEqual([]);
  const rested = clientAt();
  vi.advanceTimersByTime(8_000);
  rested.send(1000);
  expect(rested.closed).toEqual([]);
  rested.send(1);
  expect(rested.closed).toEqual([1008]);
  for (const one of [client, rested]) one.end();
});

test('what a client sends after too much is not answered, also where it does not close', () => {
  const client = clientAt();
  client.send(1001);
  const { pongs } = client;
  client.send(500);
  expect([client.pongs - pongs, client.closed]).toEqual([0, [1008]]);
  client.end();
});
