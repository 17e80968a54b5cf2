import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MediaProcess } from './testing/media-process.ts';
import { startMediaProcess } from './testing/media-process.ts';

const firstPort = 22_000;
/** Forty pairs of ports, of which eight are kept for emergency calls: fewer than the forks, so each has to be given back. */
const pairs = 40;
const atOnce = 32;

let process: MediaProcess;

beforeAll(async () => {
  process = await startMediaProcess({
    LOG_LEVEL: 'warn',
    RTP_PORTS: `${firstPort}-${firstPort + 2 * pairs - 1}`,
  });
  // On a busy machine it starts for longer than a request waits.
  await vi.waitFor(() => process.media.closeAll(), { timeout: 30_000 });
}, 40_000);
afterAll(() => process.stop());

/** Offers made for devices of both kinds that all refuse. */
async function refuse(round: number): Promise<void> {
  const { media } = process;
  const phones = Array.from({ length: atOnce }, (_, index) => `phone-${round}-${index}`);
  const browsers = Array.from({ length: 8 }, (_, index) => `browser-${round}-${index}`);
  await Promise.all([
    ...phones.map((endpointId) => media.openEndpoint({ endpointId, kind: 'rtp', farAddress: '127.0.0.1' })),
    ...browsers.map((endpointId) => media.openEndpoint({ endpointId, kind: 'webrtc' })),
  ]);
  await Promise.all([...phones, ...browsers].map((endpointId) => media.close(endpointId)));
}

const openFiles = () => readdirSync(`/proc/${process.child.pid}/fd`).length;
const residentMegabytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.child.pid}/status`, 'utf8'))?.[1]) / 1024;

const hasProc = existsSync('/proc/self/fd');

test.runIf(hasProc)('1,200 forks that are refused leave neither sockets nor memory', { timeout: 60_000 }, async () => {
  await refuse(0);
  const before = { files: openFiles(), megabytes: residentMegabytes() };
  for (let round = 1; round <= 30; round++) await refuse(round);
  await expect.poll(openFiles, { timeout: 5000 }).toBeLessThanOrEqual(before.files);
  // What is free is not collected immediately.
  expect(residentMegabytes() - before.megabytes).toBeLessThan(80);
  expect(residentMegabytes()).toBeLessThan(250);
});
