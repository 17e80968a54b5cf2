import { sql } from 'kysely';
import { endCalls, lastSignOfLife } from '../exchange-memory/call-book.ts';
import type { Database } from '../storage/database.ts';
import { type Beats, GONE_MS, ownBeats } from '../storage/node-lease.ts';
import { unbroken } from './unbroken.ts';

const everyMs = 15_000;

/** What a carrier writes under the name of its node, and nobody needs of one that has none. */
const tables = ['call_snapshots', 'sip_dialogs', 'agent_claims', 'client_lines', 'registrations'] as const;

/**
 * Tidies up after nodes that nobody has carried for a minute, by when a spare would have taken them: their calls end at their last sign
 * of life, and what they claimed is free. Their epoch is raised, so that a carrier which was frozen and wakes up ends itself.
 * Several carriers may do so; one of them does. Gives the nodes that had left something.
 */
export async function tidyLeftNodes(db: Database): Promise<readonly string[]> {
  return await db.transaction().execute(async (trx) => {
    const lock = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('sidetone'), hashtext('left nodes')) as taken`.execute(trx);
    if (!lock.rows[0]?.taken) return [];
    const { rows } = await sql<{ node: string }>`
      select node from nodes
      where lease_until < now() - make_interval(secs => ${GONE_MS / 1000}) and (sip_address is not null
        or exists (select from calls where calls.node = nodes.node and ended_at is null)
        or ${sql.join(
          tables.map((table) => sql`exists (select from ${sql.table(table)} as one where one.node = nodes.node)`),
          sql` or `,
        )})
      for update skip locked`.execute(trx);
    const left = rows.map(({ node }) => node);
    if (left.length === 0) return [];
    await endCalls(trx, sql`node = any(${left}::text[])`, 'TERMINATED', lastSignOfLife);
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where node = any(${left}::text[])`.execute(trx);
    }
    await sql`update nodes set epoch = epoch + 1, sip_address = null, http_address = null
      where node = any(${left}::text[])`.execute(trx);
    return left;
  });
}

/**
 * Does so now and then, once the database has been there for so long that every carrier which is well has renewed its lease. Gives the
 * way to stop.
 */
export function keepTidying(
  given: {
    /** See `databaseTime`. */
    readonly time: () => Promise<number>;
    /** See `tidyLeftNodes`. */
    readonly tidy: () => Promise<readonly string[]>;
    readonly onTidied: (nodes: readonly string[]) => void;
    readonly onTrouble: (error: unknown) => void;
  },
  { now, every }: Beats = ownBeats,
): () => void {
  const { time, tidy, onTidied, onTrouble } = given;
  const there = unbroken(3 * everyMs, now);
  const look = async (): Promise<void> => {
    // Asked even where nothing may be done yet: only who looks knows that the database is there.
    if (there.look(await time()) <= GONE_MS) return;
    const nodes = await tidy();
    if (nodes.length > 0) onTidied(nodes);
  };
  return every(everyMs, () => {
    look().catch((error: unknown) => {
      there.broken();
      onTrouble(error);
    });
  });
}
