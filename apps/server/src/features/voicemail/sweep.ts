import { sql } from 'kysely';
import { applyRetention } from '../../requests/apply-retention.ts';
import { removeOrphans } from '../../sound/orphans.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { expirePart } from './documentation-part.ts';
import type { Greetings } from './greetings.ts';

const atOnce = 200;

interface SweepParts {
  readonly db: Database;
  readonly files: SoundFiles;
  readonly greetings: Greetings;
}

/**
 * Deletes voicemails that are older than their account wants them or their calls, and files whose channel is gone. The inbox event then
 * says that its voicemail was deleted. Gives how many voicemails went.
 */
export async function sweepVoicemails({ db, files, greetings }: SweepParts): Promise<number> {
  const gone = await applyRetention(db, 'voicemails', (accountId, days) => expire({ db, files }, accountId, days));
  // A channel takes its rows along when it goes; its files are left to this.
  await removeOrphans(files, async (originals) => {
    const rows = await db
      .selectFrom('voicemails')
      .select('original_path')
      .where('original_path', 'in', originals)
      .execute();
    return new Set(rows.map(({ original_path }) => original_path));
  });
  await removeStrayGreetings(db, greetings);
  return gone;
}

async function expire({ db, files }: Pick<SweepParts, 'db' | 'files'>, accountId: string, days: number) {
  let gone = 0;
  for (;;) {
    const rows = await db
      .selectFrom('voicemails')
      .select(['id', 'channel_id', 'doc_id', 'original_path', 'mp3_path'])
      .where('account_id', '=', accountId)
      .where('state', 'in', ['ready', 'failed'])
      .where('started_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return gone;
    for (const row of rows) {
      for (const path of [row.original_path, row.mp3_path]) if (path) await files.remove(path);
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('voicemails').where('id', '=', row.id).execute();
        await expirePart(transaction, row);
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
