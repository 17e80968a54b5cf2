import { availableParallelism } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediaPlaces, mediaProcesses, mediaSocket } from './media-places.ts';

test('one process has everything as it is set', () => {
  const rtpPorts = { from: 16001, to: 16999 };
  expect(mediaPlaces({ mediaProcesses: 1, mediaPort: 8090, rtpPorts })).toEqual([
    { name: 'media', mediaPort: 8090, rtpPorts },
  ]);
});

test('several have ports one after the other, and each its part of the RTP ports', () => {
  const places = mediaPlaces({ mediaProcesses: 3, mediaPort: 8090, rtpPorts: { from: 16000, to: 16999 } });
  expect(places).toEqual([
    { name: 'media', mediaPort: 8090, rtpPorts: { from: 16000, to: 16331 } },
    { name: 'media-2', mediaPort: 8091, rtpPorts: { from: 16332, to: 16663 } },
    { name: 'media-3', mediaPort: 8092, rtpPorts: { from: 16664, to: 16995 } },
  ]);
  expect(places.map((place) => mediaSocket('/data/run/media.sock', place))).toEqual([
    '/data/run/media.sock',
    '/data/run/media-2.sock',
    '/data/run/media-3.sock',
  ]);
});

test('no two of them share a port, every part begins even, and all of it is within the range', () => {
  const range = fc.tuple(fc.integer({ min: 1024, max: 60_000 }), fc.integer({ min: 200, max: 5000 }));
  fc.assert(
    fc.property(range, fc.integer({ min: 2, max: 24 }), ([from, width], count) => {
      const rtpPorts = { from, to: from + width };
      const places = mediaPlaces({ mediaProcesses: count, mediaPort: 8090, rtpPorts });
      for (const [index, { rtpPorts: own }] of places.entries()) {
        expect(own.from % 2).toBe(0);
        expect(own.from).toBeGreaterThan(places[index - 1]?.rtpPorts.to ?? from - 1);
        expect(own.to).toBeGreaterThanOrEqual(own.from + 3);
        expect(own.to).toBeLessThanOrEqual(rtpPorts.to);
      }
    }),
  );
});

test('auto leaves one core to everything else', () => {
  expect(mediaProcesses.parse('auto')).toBe(Math.min(64, Math.max(1, availableParallelism() - 1)));
});
