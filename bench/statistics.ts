import { readWaitingCalls } from '../apps/server/src/features/inbox/waiting-calls.ts';
import { readStatistics } from '../apps/server/src/features/statistics/read-statistics.ts';
import type { Database } from '../apps/server/src/storage/database.ts';
import type { Figure } from './figures.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20) * 2;

/** What the figures of thirty days and of those before cost, on one connection. */
export async function measureStatistics(
  db: Database,
  asker: { readonly userId: string; readonly accountId: string },
  calls: number,
): Promise<Figure> {
  const ours: number[] = [];
  for (let round = -4; round < rounds; round += 1) {
    const begun = performance.now();
    await readStatistics(db, asker, { channelIds: null, days: 30 }, { readWaiting: readWaitingCalls });
    if (round >= 0) ours.push(performance.now() - begun);
  }
  return { what: `Statistics of 30 days, of ${calls.toLocaleString('en')} calls`, unit: 'ms', ours, rival: undefined };
}
