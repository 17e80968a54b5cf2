import { sql } from 'kysely';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { writePart } from './documentation-part.ts';
import { voicemailKind as kind } from './kinds.ts';
import type { SoundRow } from './rows.ts';

/** Gives since when they are read, ISO 8601. Who listened first made them read. */
export const markVoicemails = (
  db: Database,
  rows: readonly Pick<SoundRow, 'id'>[],
  newest: Pick<SoundRow, 'channel_id' | 'doc_id'>,
  isRead: boolean,
): Promise<string | null> =>
  db.transaction().execute(async (transaction) => {
    const ids = rows.map(({ id }) => id);
    const [changed] = await transaction
      .updateTable('voicemails')
      .set({ read_at: isRead ? sql<Date>`coalesce(read_at, now())` : null })
      .where('id', 'in', ids)
      .returning('read_at')
      .execute();
    if (!changed) throw notFound(kind.name);
    const readAt = changed.read_at?.toISOString() ?? null;
    await writePart(transaction, kind, newest, { readAt });
    return readAt;
  });
