import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from './database.ts';
import { type Erased, eraseDeleted, finishCutOff } from './erasure.ts';

/** When what was deleted is erased; all in milliseconds. */
export interface ErasureTimes {
  /** How often we look. */
  readonly lookMs: number;
  /** Who deletes one thing often deletes another soon after. */
  readonly settledMs: number;
  /** Between two erasures, since nobody can use a table while it is written again. */
  readonly apartMs: number;
  /** How long an erasure waits at most for a moment without calls, so that no phone rings later because of it. */
  readonly calmWithinMs: number;
}

const minute = 60_000;
/** It may wait for someone who reads for long. */
const stopWithinMs = 2000;
const erasureTimes: ErasureTimes = {
  lookMs: minute / 2,
  settledMs: minute,
  apartMs: 10 * minute,
  calmWithinMs: 60 * minute,
};

interface Listener {
  onErased(erased: Erased): void;
  onTrouble(error: unknown): void;
}

/** Erases what was deleted soon after, again and again, until it is stopped. */
export function keepErasing(db: Database, { onErased, onTrouble }: Listener, times: ErasureTimes = erasureTimes) {
  let running: Promise<void> = finishCutOff(db).catch(onTrouble);
  let stopped = false;
  let last = -Infinity;
  let timer: NodeJS.Timeout;

  const look = async (): Promise<void> => {
    if (performance.now() - last < times.apartMs || !(await isTime(db, times))) return;
    const erased = await eraseDeleted(db);
    if (erased.outcome !== 'erased') return;
    last = performance.now();
    onErased(erased);
  };
  const plan = () => {
    timer = setTimeout(() => {
      running = running
        .then(look)
        .catch(onTrouble)
        .then(() => {
          if (!stopped) plan();
        });
    }, times.lookMs);
    timer.unref();
  };
  plan();
  return {
    /** What is under way gets a moment; the next start continues with what does not end in it. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await Promise.race([running, pause(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

const shape = z.object({ waited_ms: z.number().nullable(), is_calm: z.boolean() });

async function isTime(db: Database, { settledMs, calmWithinMs }: ErasureTimes): Promise<boolean> {
  const { rows } = await sql`
    select (extract(epoch from now() - min(asked_at)) * 1000)::float8 as waited_ms,
      not exists (select from calls where ended_at is null) as is_calm
    from erasures`.execute(db);
  const { waited_ms: waitedMs, is_calm: isCalm } = shape.parse(rows[0]);
  if (waitedMs === null || waitedMs < settledMs) return false;
  return isCalm || waitedMs > calmWithinMs;
}
