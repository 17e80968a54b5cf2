import { expect, test } from 'vitest';
import { type Quality, type QualityParts, watchQuality } from './quality.ts';
import { settle } from './testing/settle.ts';

/** A connection with statistics that a test sets, and a clock that it moves. */
function bench() {
  let now = 0;
  let tick = () => {};
  let asked = 0;
  let level = 0.5;
  let metersRunning = 0;
  const track = { kind: 'audio', enabled: true } as MediaStreamTrack;
  const state = { received: 0, lost: 0, sent: 0, jitter: 0.005, roundTrip: 0.05, fractionLost: 0 };
  const perSecond = { received: 50, lost: 0, sent: 50 };
  const connection = {
    connectionState: 'connected',
    getSenders: () => [{ track }],
    getStats: async () => {
      asked += 1;
      return new Map(
        [
          {
            id: 'i',
            type: 'inbound-rtp',
            kind: 'audio',
            codecId: 'c',
            packetsReceived: state.received,
            packetsLost: state.lost,
            jitter: state.jitter,
          },
          { id: 'o', type: 'outbound-rtp', kind: 'audio', codecId: 'c', packetsSent: state.sent },
          {
            id: 'r',
            type: 'remote-inbound-rtp',
            kind: 'audio',
            roundTripTime: state.roundTrip,
            fractionLost: state.fractionLost,
          },
          { id: 'c', type: 'codec', mimeType: 'audio/opus' },
          { id: 't', type: 'transport', selectedCandidatePairId: 'p' },
          { id: 'p', type: 'candidate-pair', localCandidateId: 'l' },
          { id: 'l', type: 'local-candidate', candidateType: 'host' },
        ].map((entry) => [entry.id, entry]),
      );
    },
  } as unknown as RTCPeerConnection;
  const parts: QualityParts = {
    every(ms, task) {
      expect(ms).toBe(30);
      tick = task;
      return () => {
        tick = () => {};
      };
    },
    now: () => now,
    measure() {
      metersRunning += 1;
      return {
        read: () => level,
        stop: () => {
          metersRunning -= 1;
        },
      };
    },
  };
  const heard: Quality[] = [];
  const watch = watchQuality(connection, (quality) => heard.push(quality), parts);
  return {
    state,
    perSecond,
    track,
    heard,
    stop: () => watch.stop(),
    asked: () => asked,
    meters: () => metersRunning,
    speak: (loud: number) => {
      level = loud;
    },
    async pass(seconds: number) {
      const until = now + seconds * 1000;
      let counted = Math.floor(now / 1000);
      while (now < until) {
        now += 30;
        for (; counted < Math.floor(now / 1000); counted += 1) {
          state.received += perSecond.received;
          state.lost += perSecond.lost;
          state.sent += perSecond.sent;
        }
        tick();
        await settle();
      }
    },
  };
}

test('a good connection has four bars, reported once, and is sampled once a second', async () => {
  const { pass, heard, asked } = bench();
  await pass(10);
  expect(heard).toEqual([{ bars: 4, cause: null }]);
  expect(asked()).toBeLessThanOrEqual(11);
  expect(asked()).toBeGreaterThanOrEqual(9);
});

test('jitter and round trip are good up to their bound, which still counts as good', async () => {
  const { pass, heard, state } = bench();
  state.jitter = 0.03;
  state.roundTrip = 0.3;
  await pass(3);
  expect(heard.at(-1)?.cause).toBeNull();
  state.jitter = 0.09;
  await pass(8);
  expect(heard.at(-1)?.cause).toBe('jitter');
});

test('lost packets cost bars and are named', async () => {
  const { pass, heard, perSecond } = bench();
  perSecond.lost = 10;
  await pass(8);
  expect(heard.at(-1)?.cause).toBe('loss');
  expect(heard.at(-1)?.bars).toBeLessThan(3);
});

test('packets that stop coming leave no bar, and their return brings the bars back', async () => {
  const { pass, heard, perSecond } = bench();
  await pass(3);
  perSecond.received = 0;
  await pass(8);
  expect(heard.at(-1)).toEqual({ bars: 0, cause: 'noAudioIn' });
  perSecond.received = 50;
  await pass(8);
  expect(heard.at(-1)).toEqual({ bars: 4, cause: null });
});

test('an open microphone that is never heard is reported, a muted one is not', async () => {
  const { pass, heard, speak, track } = bench();
  speak(0.1);
  track.enabled = false;
  await pass(12);
  expect(heard.at(-1)?.cause).toBeNull();
  track.enabled = true;
  await pass(12);
  expect(heard.at(-1)?.cause).toBe('noAudioOut');
  speak(0.11);
  await pass(2);
  expect(heard.at(-1)?.cause).toBeNull();
});

test('the end gives the figures of the whole call and leaves nothing running', async () => {
  const { pass, stop, meters, asked, perSecond } = bench();
  perSecond.lost = 1;
  await pass(20);
  const figures = stop();
  expect(figures).toMatchObject({ codec: 'opus', candidateType: 'host', cause: null });
  expect(figures.durationSeconds).toBeGreaterThan(18);
  expect(figures.packetsReceived).toBeGreaterThan(900);
  expect(figures.packetsLost).toBeGreaterThan(17);
  expect(figures.jitterSeconds).toBeCloseTo(0.005);
  expect(figures.roundTripSeconds).toBeCloseTo(0.05);
  expect(figures.mos).toBeGreaterThan(3.5);
  expect(meters()).toBe(0);
  const before = asked();
  await pass(5);
  expect(asked()).toBe(before);
});

test('a call that never connected has no score', () => {
  const { stop } = bench();
  expect(stop()).toMatchObject({ mos: null, cause: null, packetsReceived: 0, durationSeconds: 0 });
});
