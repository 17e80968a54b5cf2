import { expect, test } from 'vitest';
import { handClock } from '../../../testing/hand-clock.ts';
import { createPacedSocket, type PacedSocket } from './paced-socket.ts';

class FakeWebSocket {
  readyState = 0;
  sent: string[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: unknown }) => void = () => {};
  onclose: (event: { code: number; reason: string }) => void = () => {};

  send(message: string) {
    this.sent.push(message);
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen();
  }
  fails() {
    this.readyState = 3;
    this.onclose({ code: 1006, reason: '' });
  }
}

/** A socket whose owner does as JsSIP does: 2 s after each loss it asks for a connection again. */
function ownedSocket() {
  const clock = handClock();
  const opened: FakeWebSocket[] = [];
  const losses: string[] = [];
  let slow = 0;
  const socket: PacedSocket = createPacedSocket('wss://pbx.example:8443/sip', {
    clock,
    random: () => 0,
    open: () => {
      const fresh = new FakeWebSocket();
      opened.push(fresh);
      return fresh as unknown as WebSocket;
    },
    onSlow: () => {
      slow += 1;
    },
  });
  socket.ondisconnect = (_error, _code, reason) => {
    losses.push(reason ?? '');
    clock.after(2000, () => socket.connect());
  };
  socket.connect();
  return { clock, opened, losses, socket, slowPhases: () => slow };
}

test('four fast attempts are followed by slow ones forever', async () => {
  const { clock, opened, slowPhases } = ownedSocket();
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    expect(opened).toHaveLength(attempt);
    opened.at(-1)?.fails();
    await clock.pass(2000);
  }
  expect([opened.length, slowPhases()]).toEqual([4, 1]);
  await clock.pass(12_999);
  expect(opened).toHaveLength(4);
  await clock.pass(1);
  expect(opened).toHaveLength(5);
  opened.at(-1)?.fails();
  await clock.pass(15_000);
  expect([opened.length, slowPhases()]).toEqual([6, 1]);
});

test('a socket in a hurry does not wait for the slow attempt', async () => {
  const { clock, opened, socket } = ownedSocket();
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    opened.at(-1)?.fails();
    await clock.pass(2000);
  }
  socket.hurry();
  expect(opened).toHaveLength(5);
  opened.at(-1)?.opens();
  socket.settle();
  opened.at(-1)?.fails();
  await clock.pass(2000);
  expect(opened).toHaveLength(6);
});

test('a connection that seems fine is asked for a sign of life in a hurry, and given up without one', async () => {
  const { clock, opened, losses, socket } = ownedSocket();
  opened[0]?.opens();
  socket.hurry();
  socket.hurry();
  expect(opened[0]?.sent).toEqual(['\r\n\r\n']);
  await clock.pass(3_999);
  opened[0]?.onmessage({ data: '\r\n' });
  await clock.pass(10_000);
  expect(losses).toEqual([]);
  socket.hurry();
  await clock.pass(4_000);
  expect(losses).toEqual(['no answer']);
});

test('a question that was just answered is asked again before a connection is given up in a hurry', async () => {
  const { clock, opened, losses, socket } = ownedSocket();
  opened[0]?.opens();
  await clock.pass(5_000);
  opened[0]?.onmessage({ data: '\r\n' });
  await clock.pass(500);
  socket.hurry();
  await clock.pass(1_500);
  expect(opened[0]?.sent).toHaveLength(2);
  await clock.pass(2_900);
  expect(losses).toEqual([]);
  await clock.pass(1_100);
  expect(losses).toEqual(['no answer']);
});

test('an open connection is asked every 5 s, and questions within 2 s are one', async () => {
  const { clock, opened, socket } = ownedSocket();
  opened[0]?.opens();
  await clock.pass(4_999);
  expect(opened[0]?.sent).toHaveLength(0);
  await clock.pass(10_001);
  expect(opened[0]?.sent).toHaveLength(3);
  socket.hurry();
  expect(opened[0]?.sent).toHaveLength(3);
  opened[0]?.onmessage({ data: '\r\n' });
  await clock.pass(2_000);
  socket.hurry();
  expect(opened[0]?.sent).toHaveLength(4);
  socket.disconnect();
  await clock.pass(60_000);
  expect(opened[0]?.sent).toHaveLength(4);
});

test('a connection that does not open within 5 s is given up', async () => {
  const { clock, opened, losses } = ownedSocket();
  await clock.pass(5000);
  expect(losses).toEqual(['connection timed out']);
  expect(opened[0]?.readyState).toBe(3);
});

test('a connection counts as dead when its server falls silent', async () => {
  const { clock, opened, losses } = ownedSocket();
  opened[0]?.opens();
  await clock.pass(60_000);
  expect(losses).toEqual([]);
  opened[0]?.onmessage({ data: '\r\n\r\n' });
  await clock.pass(20_000);
  opened[0]?.onmessage({ data: '\r\n\r\n' });
  await clock.pass(25_999);
  expect(losses).toEqual([]);
  await clock.pass(1);
  expect(losses).toEqual(['no keep-alive']);
});

test('a socket that was given up no longer reports anything', async () => {
  const { clock, opened, losses, socket } = ownedSocket();
  opened[0]?.opens();
  socket.disconnect();
  opened[0]?.fails();
  await clock.pass(10_000);
  expect([losses, opened.length]).toEqual([[], 1]);
});
