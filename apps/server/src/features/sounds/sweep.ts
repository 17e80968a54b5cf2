import { sql } from 'kysely';
import { applyRetention } from '../../requests/apply-retention.ts';
import { removeOrphans } from '../../sound/orphans.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { expirePart } from './documentation-part.ts';
import type { Greetings } from './greetings.ts';
import { type PlayableKind, recordingKind, voicemailKind } from './kinds.ts';
import { selectSounds } from './rows.ts';

const atOnce = 200;

interface SweepParts {
  readonly db: Database;
  readonly files: SoundFiles;
}

/**
 * Deletes recordings that are older than their account wants them or their calls, and files whose channel or user is gone.
 * Gives how many recordings went.
 */
export const sweepRecordings = (parts: SweepParts): Promise<number> => sweepSounds(recordingKind, parts);

/**
 * Deletes voicemails that are older than their account wants them or their calls, and files and greetings whose channel is
 * gone. The inbox event then says that its voicemail was deleted. Gives how many voicemails went.
 */
export async function sweepVoicemails({
  greetings,
  ...parts
}: SweepParts & { readonly greetings: Greetings }): Promise<number> {
  const gone = await sweepSounds(voicemailKind, parts);
  await removeStrayGreetings(parts.db, greetings);
  return gone;
}

async function sweepSounds(kind: PlayableKind, { db, files }: SweepParts): Promise<number> {
  const gone = await applyRetention(db, kind.table, (accountId, days) => expire(kind, { db, files }, accountId, days));
  // Deleted rows go with their owner; the files are left to this.
  await removeOrphans(files, async (originals) => {
    const rows = await db
      .selectFrom(kind.table)
      .select('original_path')
      .where('original_path', 'in', originals)
      .execute();
    return new Set(rows.map(({ original_path }) => original_path));
  });
  return gone;
}

async function expire(kind: PlayableKind, { db, files }: SweepParts, accountId: string, days: number): Promise<number> {
  for (let gone = 0; ; ) {
    const rows = await selectSounds(db, kind)
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
        await trx.deleteFrom(kind.table).where('id', '=', row.id).execute();
        await expirePart(trx, kind, row);
      });
    }
    gone += rows.length;
  }
}

/** Greetings of channels that are gone. */
async function removeStrayGreetings(db: Database, greetings: Greetings): Promise<void> {
  const channels = await greetings.channels();
  if (channels.length === 0) return;
  const rows = await db.selectFrom('channels').select('id').where('id', 'in', channels).execute();
  const there = new Set(rows.map(({ id }) => id));
  for (const channelId of channels) if (!there.has(channelId)) await greetings.remove(channelId);
}
