import { expect, test } from 'vitest';
import { emptyHeader, isRtcp, RtpReceiver, readRtp } from './rtp-receiver.ts';

const take = (receiver: RtpReceiver, sequence: number, now = 0, timestamp = sequence * 160, ssrc = 1) =>
  receiver.take({ ...emptyHeader(), sequence: sequence & 0xffff, timestamp, ssrc, payloadEnd: 160 }, 8000, now);

test('loss is counted across the wrap, copies are not taken twice, late ones fill their hole', () => {
  const receiver = new RtpReceiver();
  expect([65_534, 65_535, 65_538, 65_538, 65_537, 65_537].map((n) => take(receiver, n))).toEqual([
    true,
    true,
    true,
    false,
    true,
    false,
  ]);
  expect([receiver.packets, receiver.lost]).toEqual([4, 1]);
});

test('a new source is counted for itself and the loss before it stays', () => {
  const receiver = new RtpReceiver();
  for (const n of [1, 2, 5]) take(receiver, n);
  for (const n of [30_000, 30_001]) take(receiver, n, 0, n, 2);
  expect([receiver.packets, receiver.lost, receiver.ssrc]).toEqual([5, 2, 2]);
  expect(receiver.report()).toMatchObject({ fraction: 0, lost: 0, highest: 30_001 });
});

test('a report tells the fraction lost since the last one', () => {
  const receiver = new RtpReceiver();
  expect(receiver.report()).toBeUndefined();
  for (let n = 0; n < 10; n++) take(receiver, n);
  expect(receiver.report()).toMatchObject({ fraction: 0, lost: 0 });
  for (const n of [10, 11, 14, 15]) take(receiver, n);
  expect(receiver.report()).toMatchObject({ fraction: Math.floor((2 * 256) / 6), lost: 2 });
});

test('an even stream has no jitter, an uneven one has', () => {
  const [even, uneven] = [new RtpReceiver(), new RtpReceiver()];
  for (let n = 1; n < 200; n++) {
    take(even, n, n * 20);
    take(uneven, n, n * 20 + (n % 2) * 10);
  }
  expect(even.jitter).toBe(0);
  expect(uneven.jitter).toBeCloseTo(0.01, 3);
});

test('headers with extension, sources and padding are read, impossible ones refused', () => {
  const header = emptyHeader();
  const packet = Buffer.from('b1e00001000000050000000700000009' + 'bede0001' + '00000000' + 'aabbcc' + '000003', 'hex');
  expect(readRtp(packet, header)).toBe(true);
  expect([header.payloadStart, header.payloadEnd, header.marker, header.payloadType]).toEqual([24, 27, true, 96]);
  expect(readRtp(packet.subarray(0, 18), header)).toBe(false);
  expect(readRtp(Buffer.alloc(20), header)).toBe(false);
  expect([isRtcp(Buffer.from('80c80006000000000', 'hex')), isRtcp(packet)]).toEqual([true, false]);
});
