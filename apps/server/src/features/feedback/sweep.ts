import { retention } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';
import type { AssetFiles } from './asset-files.ts';
import { removeFeedback } from './remove-feedback.ts';

/** What was uploaded and never sent is kept so long, for a form that is still open. */
const unsentFor = sql`interval '1 day'`;
/** A file that no row knows may belong to a row that is just being written. */
const orphanAgeMs = 60 * 60_000;

interface SweepParts {
  readonly db: Database;
  readonly files: AssetFiles;
}

/**
 * Deletes feedback that is older than its account wants it, uploads that were never sent, and files whose author is gone.
 * Gives how many feedbacks went.
 */
export async function sweepFeedback({ db, files }: SweepParts): Promise<number> {
  const accounts = await db.selectFrom('accounts').select(['id', 'retention']).execute();
  let gone = 0;
  for (const { id, retention: kept } of accounts) {
    const { feedback: days } = retention.parse(kept);
    if (days === null) continue;
    const expired = await expire({ db, files }, id, days);
    gone += expired;
    if (expired === 0) continue;
    const detail = { feedback: expired, days };
    await audit(db, { accountId: id, actorUserId: null, action: 'retention.applied', detail });
  }
  // Rows first, since one of them may be sent at this moment; a file that stays behind is an orphan.
  const unsent = await db
    .deleteFrom('user_assets')
    .where('feedback_id', 'is', null)
    .where('created_at', '<', sql<Date>`now() - ${unsentFor}`)
    .returning('id')
    .execute();
  for (const { id } of unsent) await files.remove(id);
  await removeOrphans({ db, files });
  return gone;
}

async function expire({ db, files }: SweepParts, accountId: string, days: number): Promise<number> {
  let gone = 0;
  for (const table of ['feedback', 'call_feedback'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', accountId)
      .where('at', '<', sql<Date>`now() - make_interval(days => ${days})`)
      .execute();
    for (const { id } of rows) if (await removeFeedback({ db, files }, table, accountId, id)) gone += 1;
  }
  return gone;
}

/** Deleted users take their rows along; the files are left to this. */
async function removeOrphans({ db, files }: SweepParts): Promise<void> {
  const old = (await files.list()).filter(({ changedAt }) => Date.now() - changedAt > orphanAgeMs);
  if (old.length === 0) return;
  const rows = await db.selectFrom('user_assets').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  for (const { id } of old) if (!known.has(id)) await files.remove(id);
}
