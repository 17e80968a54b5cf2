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
    // Whoever stands still takes no part in closing.
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
