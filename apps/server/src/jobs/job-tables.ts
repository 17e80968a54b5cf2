import { sql } from 'kysely';
import type { Writer } from '../storage/writer.ts';

/** What our own statements do with the tables of pg-boss, where it has no function for it. */

/**
 * Makes jobs of an earlier life of this server wait again that were running when it died, each as one try more. Where other
 * servers are alive it leaves alone what may be theirs, which is what has not its suffix; pg-boss finds those that are nobody's in a minute.
 */
export async function takeBack(db: Writer, node: string, suffix: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
    where state = 'active' and retry_count < retry_limit
      and (right(name, length(${suffix})) = ${suffix} or not exists (select from nodes where node <> ${node} and lease_until > now()))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** That the server stops is no fault of these jobs: it costs them no try. */
export async function spareTry(db: Writer, jobIds: readonly string[]): Promise<void> {
  await sql`update pgboss.job set retry_limit = retry_limit + 1
    where id = any(${jobIds}::uuid[]) and state = 'active'`.execute(db);
}

/** Lets these jobs begin immediately, at whichever server is next. */
export async function withoutPause(db: Writer, jobIds: readonly string[]): Promise<void> {
  await sql`update pgboss.job set start_after = now()
    where id = any(${jobIds}::uuid[]) and state = 'retry'`.execute(db);
}

/** Ends the job of this id, waiting or running. */
export async function cancelled(db: Writer, queue: string, id: string): Promise<void> {
  await sql`update pgboss.job set state = 'cancelled', completed_on = now()
    where name = ${queue} and singleton_key = ${id} and state <= 'active'`.execute(db);
}

/** Brings forward a job that waits for later. */
export async function broughtForward(db: Writer, queue: string, id: string, afterSeconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update pgboss.job set start_after = now() + make_interval(secs => ${afterSeconds})
    where name = ${queue} and singleton_key = ${id} and state < 'active'
      and start_after > now() + make_interval(secs => ${afterSeconds})`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Whether a job of this queue runs, or could begin. */
export async function isBusy(db: Writer, queue: string): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from pgboss.job where name = ${queue}
      and (state = 'active' or (state < 'active' and start_after <= now()))) as busy`.execute(db);
  return rows[0]?.busy ?? false;
}

/** Those of these ids that have a job of this kind, waiting or running, at any server. */
export async function idsWithJob(db: Writer, kind: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct singleton_key as id from pgboss.job
    where split_part(name, '/', 1) = ${kind} and state <= 'active' and singleton_key = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
