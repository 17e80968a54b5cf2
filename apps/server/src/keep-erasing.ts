import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeFeed } from './documents/change-feed.ts';
import type { Again, JobKind } from './jobs/job-kind.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Database } from './storage/database.ts';
import { type Erased, eraseDeleted, finishCutOff } from './storage/erasure.ts';

/** When what was deleted is erased; all in milliseconds. */
export interface ErasureTimes {
  /** How long it waits for a better moment. */
  readonly lookMs: number;
  /** After the last deletion: who deletes one thing often deletes another soon after, and what is much goes in steps. */
  readonly settledMs: number;
  /** Between two erasures, since nobody can use a table while it is written again. */
  readonly apartMs: number;
  /** How long an erasure waits at most for a moment without calls and deletions, so that no phone rings later because of it. */
  readonly calmWithinMs: number;
}

const minute = 60_000;
const erasureTimes: ErasureTimes = {
  lookMs: minute / 2,
  settledMs: minute,
  apartMs: 10 * minute,
  calmWithinMs: 60 * minute,
};

/** Erases what was deleted; there is one for the whole database. */
const erasureJob: JobKind = {
  name: 'erasure',
  tries: 10,
  withinMinutes: 60,
  pauseSeconds: 30,
  longestPauseSeconds: 600,
};

interface Ground {
  readonly jobs: Jobs;
  readonly feed: ChangeFeed;
  readonly db: Database;
  /** The database as the owner of its tables. */
  readonly owner: Database;
  readonly onErased: (erased: Erased) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Erases what was deleted soon after, from now on. */
export async function keepErasing(ground: Ground, times: ErasureTimes = erasureTimes): Promise<{ stop(): void }> {
  const { jobs, feed, db, owner, onErased, onTrouble } = ground;
  await finishCutOff(owner).catch(onTrouble);
  let last = -Infinity;

  const erase = async (): Promise<Again | undefined> => {
    const restMs = times.apartMs - (performance.now() - last);
    if (restMs > 0) return after(restMs);
    const { isAsked, isTime } = await state(owner, times);
    if (!isAsked) return undefined;
    if (!isTime) return after(times.lookMs);
    const erased = await eraseDeleted(owner);
    if (erased.outcome === 'nothing') return undefined;
    if (erased.outcome !== 'erased') return after(times.lookMs);
    last = performance.now();
    onErased(erased);
    // What was asked for meanwhile was told that a job is running already.
    return (await state(owner, times)).isAsked ? after(times.apartMs) : undefined;
  };
  const ask = () => jobs.enqueue(db, erasureJob, 'all', { afterSeconds: Math.ceil(times.settledMs / 1000) });
  const askSoon = () => void ask().catch(onTrouble);

  await jobs.work(erasureJob, { run: erase });
  // Earlier lives may have left something, and so may a notice that came in a bad moment.
  await ask();
  await jobs.sweep({ 'left erasures': ask });
  const stops = [
    feed.onChange((topics) => topics.some((one) => one.startsWith('erasures ')) && askSoon()),
    feed.onGap(askSoon),
  ];
  return { stop: () => stops.forEach((stop) => void stop()) };
}

const after = (ms: number): Again => ({ againAfterSeconds: ms / 1000 });

const shape = z.object({ waited_ms: z.number().nullable(), rested_ms: z.number().nullable(), is_calm: z.boolean() });

async function state(db: Database, { settledMs, calmWithinMs }: ErasureTimes) {
  const { rows } = await sql`
    select (extract(epoch from now() - min(asked_at)) * 1000)::float8 as waited_ms,
      (extract(epoch from now() - max(asked_at)) * 1000)::float8 as rested_ms,
      not exists (select from calls where ended_at is null) as is_calm
    from erasures`.execute(db);
  const { waited_ms: waitedMs, rested_ms: restedMs, is_calm: isCalm } = shape.parse(rows[0]);
  if (waitedMs === null || restedMs === null) return { isAsked: false, isTime: false };
  return { isAsked: true, isTime: waitedMs > calmWithinMs || (isCalm && restedMs >= settledMs) };
}
