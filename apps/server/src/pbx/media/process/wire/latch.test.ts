import { expect, test } from 'vitest';
import { type FarSide, Latch, socketForm } from './latch.ts';

const at = (address: string, port = 4000) => ({ address, port });
const described = at('192.0.2.10');
const desk: FarSide = { kind: 'device', signalledFrom: '192.0.2.10' };
const behindNat: FarSide = { kind: 'device', signalledFrom: '203.0.113.7' };
const trunk: FarSide = { kind: 'trunk', signalledFrom: '198.51.100.5' };
const sprayer = at('203.0.113.66', 9);

function described0(far: FarSide, target = described): Latch {
  const latch = new Latch(far);
  latch.describe(target, 0);
  return latch;
}

test('before a description nobody is followed', () => {
  const latch = new Latch(desk);
  expect(latch.follows(described, 10_000)).toBe(false);
  expect(latch.isSettled(10_000)).toBe(false);
});

test('the described address and port are followed at once and for good', () => {
  const latch = described0(desk);
  expect(latch.follows(described, 1)).toBe(true);
  expect(latch.isSettled(1)).toBe(true);
});

test('nobody else is followed while the described source may still begin', () => {
  for (const far of [desk, behindNat, trunk]) {
    const latch = described0(far);
    for (const source of [sprayer, at('203.0.113.7'), at('198.51.100.5'), at('192.0.2.10', 4002)]) {
      expect(latch.follows(source, 1999)).toBe(false);
    }
  }
});

test('whose SIP comes from the described address is never anywhere else, at another port at most', () => {
  const latch = described0(desk);
  expect(latch.follows(sprayer, 60_000)).toBe(false);
  expect(latch.follows(at('192.0.2.10', 4002), 60_000)).toBe(true);
});

test('a private address that only its own network can reach is not waited for', () => {
  const latch = described0(behindNat, at('192.168.1.20'));
  expect(latch.follows(sprayer, 1)).toBe(false);
  expect(latch.follows(at('203.0.113.7', 40_001), 1)).toBe(true);
  expect(latch.isSettled(2)).toBe(false);
  expect(latch.isSettled(5001)).toBe(true);
});

test('behind NAT a stranger is followed after two seconds, and a nearer one takes its place', () => {
  const latch = described0(behindNat);
  expect(latch.follows(sprayer, 2000)).toBe(true);
  expect(latch.follows(at('203.0.113.99'), 2001)).toBe(false);
  expect(latch.isSettled(2001)).toBe(false);
  expect(latch.follows(at('203.0.113.7', 40_001), 2100)).toBe(true);
  expect(latch.follows(sprayer, 2101)).toBe(false);
  expect(latch.follows(described, 2200)).toBe(true);
  expect(latch.isSettled(2200)).toBe(true);
});

test('a trunk is followed to its own addresses only', () => {
  const latch = described0(trunk);
  expect(latch.follows(sprayer, 60_000)).toBe(false);
  expect(latch.follows(at('198.51.100.5', 7000), 60_000)).toBe(true);
});

test('without an address to send to only the address of the SIP is followed', () => {
  const latch = new Latch(behindNat);
  latch.describe(undefined, 0);
  expect(latch.follows(sprayer, 60_000)).toBe(false);
  expect(latch.follows(at('203.0.113.7'), 60_000)).toBe(true);
});

test('where nobody knows the address of the SIP a private description may be NAT, a public one may not', () => {
  expect(described0({ kind: 'device' }).follows(sprayer, 60_000)).toBe(false);
  expect(described0({ kind: 'device' }, at('10.0.0.4')).follows(sprayer, 60_000)).toBe(true);
});

test('a new description is a new start', () => {
  const latch = described0(desk);
  latch.follows(described, 1);
  latch.describe(at('192.0.2.10', 5000), 3000);
  expect(latch.isSettled(3000)).toBe(false);
  expect(latch.follows(described, 3001)).toBe(false);
  expect(latch.follows(at('192.0.2.10', 5000), 3001)).toBe(true);
});

test('IPv6 in any spelling is the address that sockets name', () => {
  const latch = new Latch({ kind: 'device', signalledFrom: '2001:DB8:0:0::7' });
  latch.describe(at('2001:db8::8'), 0);
  expect(latch.follows(at('2001:db8::7'), 2000)).toBe(true);
  expect(socketForm('FE80::1%eth0')).toBe('fe80::1');
});
