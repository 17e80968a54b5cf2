import type { Logger } from 'pino';
import { leftBehind } from '../../sound/left-behind.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';

/** What earlier lives left behind: recordings that nobody finished, and questions that nobody answered. */
export function unfinishedRecordings({
  db,
  files,
  log,
  process,
}: {
  db: Database;
  files: SoundFiles;
  log: Logger;
  process(recordingId: string): Promise<void>;
}) {
  const unfinished = () =>
    db.selectFrom('recordings').select(['id', 'state', 'original_path']).where('state', 'not in', ['ready', 'failed']);
  const behind = leftBehind({
    files,
    read: async (ids) =>
      (await unfinished().where('id', 'in', ids).execute()).map(({ id, state, original_path }) => ({
        id,
        path: original_path,
        complete: state === 'processing',
      })),
    process,
    onTrouble: (error) => log.warn({ err: error }, 'recordings: resuming unfinished ones failed, trying later'),
  });

  return {
    /** Gives how many were found. */
    async resume(): Promise<number> {
      await db
        .updateTable('recordings')
        .set({ state: 'failed', failure: 'The server restarted while the other side was being asked.' })
        .where('state', '=', 'asking')
        .execute();
      const ids = (await unfinished().execute()).map(({ id }) => id);
      if (ids.length > 0) log.info({ recordings: ids.length }, 'recordings: resumed after a restart');
      await behind.take(ids);
      return ids.length;
    },
    stop: behind.stop,
  };
}
