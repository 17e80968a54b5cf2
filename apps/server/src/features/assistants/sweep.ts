import { retention } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';
import type { TranscriptFiles } from '../../storage/transcript-files.ts';

/** A file that no row knows may belong to a row that is just being written. */
const orphanAgeMs = 60 * 60_000;
/** No sender tries longer than this. */
const rememberedFor = sql`interval '90 days'`;

interface SweepParts {
  readonly db: Database;
  readonly files: TranscriptFiles;
}

/**
 * Deletes results of calls that are older than their account keeps calls, and transcripts that no result has: of a
 * delivery or a deletion that was cut off.
 */
export async function sweepResults({ db, files }: SweepParts): Promise<void> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'retention'])
    .where(sql<boolean>`retention ? 'calls'`)
    .execute();
  for (const { id, retention: kept } of accounts) {
    const { calls: days } = retention.parse(kept);
    if (days !== null) await forget({ db, files }, id, days);
  }
  await db.deleteFrom('assistant_deleted_results').where('at', '<', sql<Date>`now() - ${rememberedFor}`).execute();
  await removeOrphans({ db, files });
}

async function forget({ db, files }: SweepParts, accountId: string, days: number): Promise<void> {
  const gone = await db
    .deleteFrom('assistant_results')
    .where('account_id', '=', accountId)
    .where('started_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .returning(['assistant_id', 'transcript_doc_id'])
    .execute();
  if (gone.length === 0) return;
  for (const { assistant_id: assistantId, transcript_doc_id: transcriptDocId } of gone) {
    if (transcriptDocId !== null) await files.remove({ assistantId, transcriptDocId });
  }
  const detail = { assistantResults: gone.length, days };
  await audit(db, { accountId, actorUserId: null, action: 'retention.applied', detail });
}

async function removeOrphans({ db, files }: SweepParts): Promise<void> {
  const old = (await files.list()).filter(({ changedAt }) => Date.now() - changedAt > orphanAgeMs);
  if (old.length === 0) return;
  const ids = old.map(({ transcriptDocId }) => transcriptDocId);
  const rows = await db
    .selectFrom('assistant_results')
    .select(['assistant_id', 'transcript_doc_id'])
    .where(sql<boolean>`transcript_doc_id = any(${ids})`)
    .execute();
  const known = new Set(rows.map((row) => `${row.assistant_id} ${row.transcript_doc_id}`));
  for (const one of old) if (!known.has(`${one.assistantId} ${one.transcriptDocId}`)) await files.remove(one);
}
