import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import type { AssetFiles } from './asset-files.ts';

interface RemovalParts {
  readonly db: Database;
  readonly files: AssetFiles;
}

/**
 * Deletes one feedback of an account with its files; false where there is none. `note` writes down who did it, and what it
 * writes is there exactly if the feedback is not.
 */
export async function removeFeedback(
  { db, files }: RemovalParts,
  table: 'feedback' | 'call_feedback',
  accountId: string,
  id: string,
  note: (trx: Writer) => Promise<void> = async () => {},
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return false;
  if (table === 'feedback') {
    const assets = await db.selectFrom('user_assets').select('id').where('feedback_id', '=', id).execute();
    // Files first: what is deleted must be gone, and a row without its file can be deleted again.
    for (const asset of assets) await files.remove(asset.id);
  }
  return await db.transaction().execute(async (trx) => {
    const [gone] = await trx.deleteFrom(table).where('id', '=', id).returning('id').execute();
    if (gone) await note(trx);
    return gone !== undefined;
  });
}
