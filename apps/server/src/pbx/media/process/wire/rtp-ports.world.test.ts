import { createSocket } from 'node:dgram';
import { expect, test } from 'vitest';
import { type PortPair, RtpPorts } from './rtp-ports.ts';

const host = '127.0.0.5'; // nobody else's tests are here
const closed = (pair: PortPair) =>
  Promise.all([pair.rtp, pair.rtcp].map((socket) => new Promise<void>((resolve) => void socket.close(resolve))));

test('ports are given out in no order that one call would tell of the next', async () => {
  const ports = new RtpPorts([20_000, 20_999]);
  const pairs: PortPair[] = [];
  for (let count = 0; count < 12; count++) pairs.push(await ports.open(host, 'ordinary'));
  const steps = pairs.slice(1).map(({ port }, at) => port - (pairs[at]?.port ?? 0));
  expect(new Set(steps).size).toBeGreaterThan(6);
  expect(pairs.every(({ port }) => port % 2 === 0 && port >= 20_000 && port <= 20_998)).toBe(true);
  expect(new Set(pairs.map(({ port }) => port)).size).toBe(12);
  await Promise.all(pairs.map(closed));
});

test('the last fifth, twenty pairs at most, is for emergency calls, and a port that is given back is there again', async () => {
  const ports = new RtpPorts([21_000, 21_019]);
  const pairs: PortPair[] = [];
  for (let count = 0; count < 8; count++) pairs.push(await ports.open(host, 'ordinary'));
  await expect(ports.open(host, 'ordinary')).rejects.toMatchObject({ code: 'NO_FREE_PORT' });
  for (let count = 0; count < 2; count++) pairs.push(await ports.open(host, 'emergency'));
  await expect(ports.open(host, 'emergency')).rejects.toMatchObject({ code: 'NO_FREE_PORT' });
  expect(ports.taken).toBe(10);
  await Promise.all(pairs.splice(0, 3).map(closed));
  expect(ports.taken).toBe(7);
  pairs.push(await ports.open(host, 'ordinary'));
  await Promise.all(pairs.map(closed));
  expect(ports.taken).toBe(0);
});

test('many calls in one moment do not take what is kept for emergency calls', async () => {
  const ports = new RtpPorts([21_200, 21_219]);
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => ports.open(host, 'ordinary')));
  const pairs = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(pairs).toHaveLength(8);
  for (let count = 0; count < 2; count++) pairs.push(await ports.open(host, 'emergency'));
  await Promise.all(pairs.map(closed));
  expect(ports.taken).toBe(0);
});

test('a port that somebody else has is passed over', async () => {
  const other = createSocket('udp4');
  await new Promise<void>((resolve) => other.bind({ address: host, port: 21_101, exclusive: true }, resolve));
  const ports = new RtpPorts([21_100, 21_103]);
  const pair = await ports.open(host, 'ordinary');
  expect(pair.port).toBe(21_102);
  await closed(pair);
  expect(ports.taken).toBe(0);
  other.close();
});

test('what could not be bound counts as free', async () => {
  const ports = new RtpPorts([21_300, 21_301]);
  await expect(ports.open('192.0.2.1', 'ordinary')).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(ports.taken).toBe(0);
  await closed(await ports.open(host, 'ordinary'));
});
