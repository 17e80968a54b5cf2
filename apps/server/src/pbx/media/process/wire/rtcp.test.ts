import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RtcpSession } from './rtcp.ts';

const ours = 0x0a0b0c0d;

/** A receiver report with one block about us. */
const report = (lost: number, lengthWords = 7): Buffer => {
  const packet = Buffer.alloc(32);
  packet.set([0x81, 201, 0, lengthWords]);
  packet.writeUInt32BE(ours, 8);
  packet.writeIntBE(lost, 13, 3);
  return packet;
};

test('a report on what we send is read, and a negative loss is none', () => {
  const session = new RtcpSession();
  session.read(report(17), ours, 0);
  expect(session.lostOut).toBe(17);
  session.read(report(-5), ours, 0);
  expect(session.lostOut).toBe(0);
});

test.each([0, 1, 6, 8, 0xff])('a report that claims %i words and has another number breaks nothing', (words) => {
  const session = new RtcpSession();
  session.read(report(17, words), ours, 0);
  session.read(report(17, words).subarray(0, 15), ours, 0);
  expect(session.lostOut).toBe(0);
});

test('whatever comes as a report: nothing is thrown, and every figure is one', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // Most of this is taken for a report.
    fc
      .tuple(fc.constantFrom(200, 201, 202, 203, 206), fc.nat(60), fc.uint8Array({ maxLength: 300 }))
      .map(([type, words, rest]) => Uint8Array.from([0x9f, type, 0, words, ...rest])),
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), fc.nat(), (packets, now) => {
      const session = new RtcpSession();
      const ssrc = packets[0]?.length === 0 ? 0 : ours;
      for (const packet of packets) session.read(Buffer.from(packet), ssrc, now);
      expect(session.lostOut).toBeGreaterThanOrEqual(0);
      expect(session.lostOut).toBeLessThan(2 ** 23);
      expect(session.roundTrip === undefined || Number.isFinite(session.roundTrip)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
