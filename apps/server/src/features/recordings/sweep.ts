import { sql } from 'kysely';
import { applyRetention } from '../../requests/apply-retention.ts';
import { removeOrphans } from '../../sound/orphans.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { removePart } from './documentation-part.ts';

const atOnce = 200;

interface SweepParts {
  readonly db: Database;
  readonly files: SoundFiles;
}

/**
 * Deletes recordings that are older than their account wants them or their calls, and files whose channel or user is gone. Gives how many
 * recordings went.
 */
export async function sweepRecordings({ db, files }: SweepParts): Promise<number> {
  const gone = await applyRetention(db, 'recordings', (accountId, days) => expire({ db, files }, accountId, days));
  // Deleted rows go with their owner; the files are left to this.
  await removeOrphans(files, async (originals) => {
    const rows = await db
      .selectFrom('recordings')
      .select('original_path')
      .where('original_path', 'in', originals)
      .execute();
    return new Set(rows.map(({ original_path }) => original_path));
  });
  return gone;
}

const expire = async ({ db, files }: SweepParts, accountId: string, days: number): Promise<number> => {
  for (let gone = 0; ; ) {
    const rows = await db
      .selectFrom('recordings')
      .select(['id', 'channel_id', 'doc_id', 'mode', 'original_path', 'mp3_path'])
      .where('account_id', '=', accountId)
      .where('state', 'in', ['ready', 'failed'])
      .where('started_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return gone;
    for (const row of rows) {
      // Files first: a row without its file is deleted by the next sweep.
      for (const path of [row.original_path, row.mp3_path]) if (path) await files.remove(path);
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('recordings').where('id', '=', row.id).execute();
        await removePart(trx, row);
      });
    }
    gone += rows.length;
  }
};
