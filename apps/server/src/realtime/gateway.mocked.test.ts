import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { gateway } from './gateway.ts';
import { newRealtimeKeys } from './keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The server's end of a connection to a page whose code answers pings while it is awake. */
const pageAt = (door: ReturnType<typeof gateway>) => {
  const events = new EventEmitter();
  const page = { awake: true, open: true };
  const says = (event: string) => events.emit('message', Buffer.from(JSON.stringify({ event })), false);
  const socket = Object.assign(events, {
    send(text: string) {
      if (page.awake && text.includes('pusher:ping')) setTimeout(() => says('pusher:pong'), 1);
    },
    // A frozen page takes no part in closing.
    close() {},
    terminate() {
      page.open = false;
      events.emit('close');
    },
  });
  door.connect(socket as unknown as WebSocket, { url: '/app/sidetone?protocol=7' } as unknown as IncomingMessage);
  return Object.assign(page, { says });
};

test('a page that stops loses its connection within 12 to 24 s, at whatever moment and whatever it said last', () => {
  const silences: number[] = [];
  for (let moment = 0; moment < 12_000; moment += 250) {
    for (const speaks of [false, true]) {
      const page = pageAt(gateway(newRealtimeKeys()));
      vi.advanceTimersByTime(60_000 + moment);
      expect(page.open).toBe(true);
      if (speaks) page.says('pusher:ping');
      page.awake = false;
      let silence = 0;
      for (; page.open && silence < 40_000; silence += 50) vi.advanceTimersByTime(50);
      silences.push(silence);
    }
  }
  expect(Math.min(...silences)).toBeGreaterThanOrEqual(12_000);
  expect(Math.max(...silences)).toBeLessThanOrEqual(24_000);
});

/** A page that keeps what it is sent, and its way to say something. */
const listenerAt = (keys: ReturnType<typeof newRealtimeKeys>, door = gateway(keys)) => {
  const heard: { event: string; channel?: string; data: unknown }[] = [];
  const closed: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (text: string) => void heard.push(JSON.parse(text)),
    close: (code: number) => void closed.push(code),
    terminate() {},
  });
  door.connect(socket as unknown as WebSocket, { url: `/app/${keys.key}?protocol=7` } as unknown as IncomingMessage);
  const id: string = JSON.parse(String(heard[0]?.data)).socket_id;
  const subscribe = (data: { channel: string; auth?: string; channel_data?: string | null }) => {
    socket.emit('message', Buffer.from(JSON.stringify({ event: 'pusher:subscribe', data })), false);
    return heard.at(-1);
  };
  const sign = (...parts: string[]) =>
    `${keys.key}:${createHmac('sha256', keys.secret)
      .update([id, ...parts].join(':'))
      .digest('hex')}`;
  const ping = () => socket.emit('message', Buffer.from(JSON.stringify({ event: 'pusher:ping' })), false);
  const leave = () => {
    socket.readyState = 3;
    socket.emit('close');
  };
  return { subscribe, sign, ping, leave, heard, closed };
};

test('a subscription without data of its own is taken, also where the client writes null', () => {
  const { subscribe, sign } = listenerAt(newRealtimeKeys());
  const channel = 'private-a';
  expect(subscribe({ channel, auth: sign(channel), channel_data: null })).toMatchObject({
    event: 'pusher_internal:subscription_succeeded',
    channel,
  });
});

test('a wrong signature is answered with the error of its subscription', () => {
  const { subscribe } = listenerAt(newRealtimeKeys());
  const channel = 'private-a';
  expect(subscribe({ channel, auth: 'sidetone:no', channel_data: null })).toMatchObject({
    event: 'pusher:subscription_error',
    channel,
  });
});

test('a presence channel is refused with the error of its subscription, also where it is signed', () => {
  const { subscribe, sign } = listenerAt(newRealtimeKeys());
  const channel = 'presence-a';
  const data = JSON.stringify({ user_id: '1' });
  expect(subscribe({ channel, auth: sign(channel, data), channel_data: data })).toMatchObject({
    event: 'pusher:subscription_error',
    channel,
  });
});

test('a page may say 50 things in a second, in every second; one more is not answered and closes its connection', () => {
  vi.setSystemTime(1_000_000);
  const { ping, heard, closed } = listenerAt(newRealtimeKeys());
  const pongs = () => heard.filter(({ event }) => event === 'pusher:pong').length;
  for (let second = 0; second < 3; second += 1) {
    for (let count = 0; count < 50; count += 1) ping();
    vi.advanceTimersByTime(1000);
  }
  expect([pongs(), closed]).toEqual([150, []]);
  for (let count = 0; count < 51; count += 1) ping();
  // By this code the page comes back by itself.
  expect([pongs(), closed]).toEqual([200, [4200]]);
});

test.each([null, 'c1'])(
  'a page that leaves while its home is looked for stays nowhere, at home in %s',
  async (home) => {
    const keys = newRealtimeKeys();
    const found = Promise.withResolvers<string | null>();
    const passed: string[] = [];
    const door = gateway(keys, {
      isAlone: () => false,
      accountOf: () => found.promise,
      pass: ({ accountId }) => passed.push(accountId) > 0,
      letIn() {},
      socketIdOf: () => undefined,
    });
    const { subscribe, sign, leave } = listenerAt(keys, door);
    const channel = 'private-a';
    subscribe({ channel, auth: sign(channel), channel_data: null });
    leave();
    found.resolve(home);
    await found.promise;
    await vi.advanceTimersByTimeAsync(1);
    expect([door.socketsOn(channel), passed]).toEqual([[], []]);
  },
);
