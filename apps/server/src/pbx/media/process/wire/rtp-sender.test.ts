import { expect, test } from 'vitest';
import { emptyHeader, readRtp } from './rtp-receiver.ts';
import { RtpSender } from './rtp-sender.ts';

/** A sender whose packets are read back, and a source that numbers from where a test says. */
function harness() {
  const sent: {
    sequence: number;
    timestamp: number;
    marker: boolean;
    payloadType: number;
    ssrc: number;
    body: string;
  }[] = [];
  const sender = new RtpSender(99, (packet) => {
    const header = emptyHeader();
    expect(readRtp(packet, header)).toBe(true);
    const { sequence, timestamp, marker, payloadType, ssrc, payloadStart, payloadEnd } = header;
    sent.push({
      sequence,
      timestamp,
      marker,
      payloadType,
      ssrc,
      body: packet.toString('latin1', payloadStart, payloadEnd),
    });
    return true;
  });
  const forward = (source: object, sequence: number, timestamp: number, now: number, ssrc = 1) => {
    const packet = Buffer.from(`............${'=='.repeat(4)}voice`, 'latin1'); // a header with an extension of 8 bytes
    const from = { ssrc, sequence: sequence & 0xffff, timestamp: timestamp >>> 0, marker: false };
    sender.forward(source, packet, 20, 25, from, 8, 8000, now);
  };
  const steps = () =>
    sent.slice(1).map((packet, index) => ({
      sequence: (packet.sequence - (sent[index]?.sequence ?? 0)) & 0xffff,
      timestamp: (packet.timestamp - (sent[index]?.timestamp ?? 0)) | 0,
    }));
  return { sender, sent, forward, steps };
}

test('a foreign header never goes on: own SSRC, payload type and numbers, only the sound is theirs', () => {
  const { sent, forward } = harness();
  forward({}, 7, 70, 1000);
  expect(sent[0]).toMatchObject({ ssrc: 99, payloadType: 8, body: 'voice', marker: true });
});

test('gaps and wraps of the source are kept', () => {
  const { forward, steps } = harness();
  const source = {};
  for (const [index, sequence] of [65_533, 65_534, 65_536, 65_537].entries()) {
    forward(source, sequence, 4_294_967_000 + index * 160, 1000 + index * 20);
  }
  expect(steps()).toEqual([
    { sequence: 1, timestamp: 160 },
    { sequence: 2, timestamp: 160 },
    { sequence: 1, timestamp: 160 },
  ]);
});

test('another source, another SSRC or a leap of numbers goes on without a step back', () => {
  const { sent, forward, steps } = harness();
  const [anna, bob] = [{}, {}];
  forward(anna, 40_000, 900_000, 1000);
  forward(bob, 3, 5, 1100);
  forward(bob, 3, 5, 1200, 2);
  forward(bob, 30_000, 4_000_000_000, 1300, 2);
  forward(anna, 40_001, 900_160, 1320);
  expect(steps()).toEqual([
    { sequence: 1, timestamp: 800 },
    { sequence: 1, timestamp: 800 },
    { sequence: 1, timestamp: 800 },
    { sequence: 1, timestamp: 160 },
  ]);
  expect(sent.every((packet) => packet.marker)).toBe(true);
});

test('a late packet keeps its place and turns nothing back', () => {
  const { forward, steps } = harness();
  const source = {};
  forward(source, 10, 1600, 1000);
  forward(source, 12, 1920, 1040);
  forward(source, 11, 1760, 1041);
  forward(source, 13, 2080, 1060);
  expect(steps().map((step) => (step.sequence << 16) >> 16)).toEqual([2, -1, 2]);
});

test('digits that were kept back leave no hole', () => {
  const { sender, forward, steps } = harness();
  const source = {};
  forward(source, 10, 1600, 1000);
  for (let i = 0; i < 5; i++) sender.skip(source);
  forward(source, 16, 2560, 1120);
  expect(steps()).toEqual([{ sequence: 1, timestamp: 960 }]);
});

test('sound of our own joins on, and the source after it', () => {
  const { sender, forward, steps } = harness();
  const source = {};
  forward(source, 10, 1600, 1000);
  const at = sender.timestampNow(8000, 1100);
  sender.sendOwn(sender.slot(5), 0, true, at, 1100);
  forward(source, 500, 90_000, 1140);
  expect(steps()).toEqual([
    { sequence: 1, timestamp: 800 },
    { sequence: 1, timestamp: 320 },
  ]);
  expect([sender.packets, sender.bytes]).toEqual([3, 15]);
});
