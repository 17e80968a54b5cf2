import type { Database } from '../../storage/database.ts';
import type { VerifyFound } from '../verify/verify-backup.ts';
import { backupRuns, idOf, wordsOf } from './runs.ts';

interface Looked {
  readonly db: Database;
  readonly node: string;
  readonly place: string;
  readonly file: string;
}

/** Looks into a backup, and keeps what was found where health, metrics and the list of backups read it. */
export async function lookRecorded(
  { db, node, place, file }: Looked,
  look: () => Promise<VerifyFound>,
): Promise<VerifyFound> {
  const runs = backupRuns(db);
  const begunAt = new Date();
  const id = `verify-${idOf(begunAt)}`;
  await runs.begin({ id, kind: 'verification', place, file, node, begunAt });
  try {
    const found = await look();
    if (found.wrong.length > 0) await runs.failed(id, found.wrong.join(' '), found);
    else await runs.ready(id, found.bytes, found);
    return found;
  } catch (error) {
    await runs.failed(id, wordsOf(error));
    throw error;
  }
}
