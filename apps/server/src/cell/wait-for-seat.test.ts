import { expect, test } from 'vitest';
import { waitForSeat } from './wait-for-seat.ts';

/** Looks until it has the seat, in a world where that is free; gives when it was sure, and when it had it. */
async function waited(isThere: (ms: number) => boolean) {
  let now = 0;
  let sureAt: number | undefined;
  await waitForSeat({
    async claim(isSure) {
      if (isSure) sureAt ??= now;
      return isSure || undefined;
    },
    async time() {
      if (!isThere(now)) throw new Error('away');
      return now;
    },
    async pause(ms) {
      now += ms;
    },
    now: () => now,
    onLook() {},
    onTrouble() {},
  });
  return sureAt;
}

test('a lease that ran out counts once the database was there for eight seconds without a gap', async () => {
  expect(await waited(() => true)).toBe(9_000);
  expect(await waited((ms) => ms < 5_000 || ms > 20_000)).toBe(30_000);
});
