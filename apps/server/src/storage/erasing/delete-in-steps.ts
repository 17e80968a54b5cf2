import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database.ts';
import type { Writer } from '../writer.ts';

/**
 * So few that their transaction takes some ten milliseconds. All notices of a transaction go out while it commits, and everyone else
 * who has some waits for that; and everyone who listens hears them one after the other.
 */
const rowsAtOnce = 200;

interface Whose {
  readonly accountId: string;
  /** Null: all that have ended. */
  readonly endedBefore: Date | null;
}

interface Steps {
  /** Asked within the transaction of each step; throws where there is to be none. */
  readonly allowed?: (trx: Writer) => Promise<unknown>;
  readonly rows?: number;
  /** By `performance.now()`: no step begins later, and what is left is left for the next time. */
  readonly until?: number;
}

/** Deletes `rows` of a table from `from` on; tells how many it found, how many of them went, and where the next step begins. */
type Step = (trx: Writer, from: string, rows: number) => Promise<z.output<typeof stepShape>>;

const stepShape = z.object({ looked: z.int(), gone: z.int(), last: z.string().nullable() });

/**
 * Deletes ended calls of a company from its inboxes, with what is written about them, and from the book. It takes its time: each step is
 * a transaction of its own, and a pause as long as the step follows. What is cut off stays deleted as far as it came. Gives how many
 * inbox events went.
 */
export async function deleteEndedCalls(db: Database, whose: Whose, steps: Steps = {}): Promise<number> {
  const gone = await inSteps(db, { from: '-infinity', step: deleteEvents(whose) }, steps);
  await inSteps(db, { from: '', step: deleteFromBook(whose) }, steps);
  return gone;
}

async function inSteps(
  db: Database,
  { from, step }: { readonly from: string; readonly step: Step },
  { allowed, rows = rowsAtOnce, until = Number.POSITIVE_INFINITY }: Steps,
): Promise<number> {
  for (let next = from, sum = 0; ; ) {
    const begun = performance.now();
    const { looked, gone, last } = await db.transaction().execute(async (trx) => {
      await allowed?.(trx);
      return await step(trx, next, rows);
    });
    sum += gone;
    const now = performance.now();
    if (looked < rows || last === null || now > until) return sum;
    next = last;
    await pause(now - begun);
  }
}

const deleteEvents =
  ({ accountId, endedBefore }: Whose): Step =>
  async (trx, from, rows) => {
    const old = endedBefore ? sql`terminated_at < ${endedBefore}` : ended('terminated_at');
    const { rows: found } = await sql`
      with old as materialized (
        select channel_id, id, started_at from inbox_events
        where account_id = ${accountId} and started_at >= ${from}::timestamptz and ${old}
        order by started_at limit ${rows}),
      gone as (
        delete from inbox_events as event using old where event.channel_id = old.channel_id and event.id = old.id
        returning 1)
      select count(*)::int as looked, max(started_at)::text as last, (select count(*)::int from gone) as gone
      from old`.execute(trx);
    return stepShape.parse(found[0]);
  };

const deleteFromBook =
  ({ accountId, endedBefore }: Whose): Step =>
  async (trx, from, rows) => {
    const old = endedBefore ? sql`ended_at < ${endedBefore}` : ended('ended_at');
    const { rows: found } = await sql`
      with old as materialized (
        select id from calls where account_id = ${accountId} and id > ${from} and ${old} order by id limit ${rows}),
      gone as (delete from calls using old where calls.id = old.id returning 1)
      select count(*)::int as looked, max(old.id) as last, (select count(*)::int from gone) as gone
      from old`.execute(trx);
    return stepShape.parse(found[0]);
  };

const ended = (column: string) => sql`${sql.ref(column)} is not null`;
