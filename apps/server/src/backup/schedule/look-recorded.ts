import type { Database } from '../../storage/database.ts';
import { BackupError } from '../format.ts';
import { backupName } from '../places/place.ts';
import type { VerifyFound } from '../verify/verify-backup.ts';
import { backupRuns, hasRuns, idOf, wordsOf } from './runs.ts';

/** Whether it is the backup that is no good, and not the attempt: a passphrase may be mistyped, and a file another one. */
const isItsFault = (error: unknown, file: string): boolean =>
  error instanceof BackupError &&
  (error.code === 'DAMAGED' || (error.code === 'NOT_A_BACKUP' && backupName.test(file)));

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
  // A machine on which backups are only tried has no tables of its own.
  if (!(await hasRuns(db))) return await look();
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
    const words = wordsOf(error);
    await runs.failed(id, words, isItsFault(error, file) ? { wrong: [words] } : null);
    throw error;
  }
}
