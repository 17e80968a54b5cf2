import type { JobGround } from './ground.ts';
import type { JobKind, Sweeps } from './job-kind.ts';
import { work } from './work.ts';

export const sweepKind: JobKind = {
  name: 'sweep',
  // Files are swept as well, and each server has its own.
  here: true,
  tries: 3,
  withinMinutes: 30,
  pauseSeconds: 60,
  longestPauseSeconds: 600,
};

const sweepSeconds = 60 * 60;

/** When a sweep is next. Each hour has one job of it, however often it is asked for. */
function nextSweep(name: string, now: Date): { readonly singletonKey: string; readonly startAfter: number } {
  const hour = new Date(now.getTime() + sweepSeconds * 1000).toISOString().slice(0, 13);
  return { singletonKey: `${name} ${hour}`, startAfter: sweepSeconds };
}

/** See `Jobs`. Each sweep leaves the next one behind when it begins. */
export async function sweep(ground: JobGround, more: Sweeps): Promise<void> {
  const { boss, queues, sweeps, wake } = ground;
  const plan = async (names: readonly string[]) => {
    const queue = await queues.of(sweepKind);
    const planned = names.map((name) => ({ data: { id: name }, ...nextSweep(name, new Date()) }));
    await boss.insert(queue, planned, { returnId: false });
    wake.after(queue, sweepSeconds);
  };
  const isFirst = sweeps.size === 0;
  for (const [name, run] of Object.entries(more)) sweeps.set(name, run);
  await plan(Object.keys(more));
  if (!isFirst) return;
  await work(ground, sweepKind, {
    async run(name) {
      const run = sweeps.get(name);
      if (!run) return; // Of another version.
      await plan([name]);
      await run();
    },
  });
}
