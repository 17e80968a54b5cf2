import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { moveEntry, problemText } from './entries.ts';
import { nextTryAt } from './schedule.ts';
import { isDue } from './take.ts';

interface OfConnection {
  readonly accountId: string;
  readonly source: string;
}
interface Trouble {
  readonly code: string;
  readonly detail: string;
}

/**
 * Everything of a connection waits until it is signed in again, or one entry alone. What is unclear, or being removed, keeps
 * its state.
 */
export const blockAll = (
  db: Database,
  of: OfConnection,
  { code, detail }: Trouble,
  onlyId: string | null = null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const problem = problemText(code, detail);
    const isMeant = onlyId === null ? sql<boolean>`true` : sql<boolean>`id = ${onlyId}`;
    const entries = await trx
      .selectFrom('crm_writes')
      .select(['id', 'state', 'wanted_rev', 'written_rev'])
      .where('account_id', '=', of.accountId)
      .where('source', '=', of.source)
      .where(isMeant)
      .where((eb) =>
        eb.or([
          eb('state', 'in', ['READY', 'WAITING']),
          eb.and([eb('state', 'in', ['WRITTEN', 'REFUSED']), eb('wanted_rev', '>', eb.ref('written_rev'))]),
        ]),
      )
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id, state } of entries) {
      const now = state === 'WRITTEN' || state === 'REFUSED' ? await moveEntry(trx, { id, state }, 'edited') : state;
      if (now !== null)
        await moveEntry(trx, { id, state: now }, 'blocked', { set: { problem, next_try_at: null }, code });
    }
    // These are asked about again after a while.
    await trx
      .updateTable('crm_writes')
      .set({ problem, next_try_at: sql`now() + interval '15 minutes'`, updated_at: sql`now()` })
      .where('account_id', '=', of.accountId)
      .where('source', '=', of.source)
      .where('state', 'in', ['UNCLEAR', 'REMOVING'])
      .where(isMeant)
      .where('next_try_at', '<=', sql<Date>`now()`)
      .execute();
    await trx
      .updateTable('crm_writes')
      .set({ lease_until: sql`now() + interval '15 minutes'` })
      .where('account_id', '=', of.accountId)
      .where('source', '=', of.source)
      .where('state', '=', 'SENDING')
      .where(isMeant)
      .where('lease_until', '<=', sql<Date>`now()`)
      .execute();
  });

/** The connection is of no use for now: what is due of it is tried again later, in one statement however much it is. */
export const postponeAll = (
  db: Database,
  of: OfConnection,
  { code, detail, retryAfterSeconds, random }: Trouble & { retryAfterSeconds: number | null; random: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const due = trx.updateTable('crm_writes').where('account_id', '=', of.accountId).where('source', '=', of.source);
    const [first] = await due
      .set({ attempts: sql`attempts + 1`, problem: problemText(code, detail), updated_at: sql`now()` })
      .where('state', '!=', 'SENDING')
      .where(isDue)
      .returning('attempts')
      .execute();
    const now = new Date();
    const attempts = first?.attempts ?? 1;
    const next = nextTryAt({ now, attempts, wantedSince: now, retryAfterSeconds, random }) ?? now;
    await due.set({ next_try_at: next }).where('state', '!=', 'SENDING').where(isDue).execute();
    await due
      .set({ lease_until: next })
      .where('state', '=', 'SENDING')
      .where('lease_until', '<=', sql<Date>`now()`)
      .execute();
    await giveUpOld(trx, of, problemText(code, detail));
  });

/** What could not be written for seven days is left, with its reason. */
async function giveUpOld(trx: Database, of: OfConnection, problem: string): Promise<void> {
  const old = await trx
    .selectFrom('crm_writes')
    .select(['id', 'state'])
    .where('account_id', '=', of.accountId)
    .where('source', '=', of.source)
    .where('state', 'in', ['READY', 'WAITING', 'REMOVING'])
    .where('wanted_since', '<', sql<Date>`now() - interval '7 days'`)
    .forUpdate()
    .execute();
  for (const entry of old)
    await moveEntry(trx, entry, 'gaveUp', { set: { skip_reason: 'gaveUp', problem }, code: 'gaveUp' });
}
