import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import type { RecordingFiles } from './recording-files.ts';

/** A file that was written to so lately belongs to a call that outlived its signalling. */
const growingMs = 5000;
const lookAgainMs = 10_000;

/** What earlier lives left behind: recordings that nobody finished, and questions that nobody answered. */
export function unfinishedRecordings({
  db,
  files,
  log,
  process,
}: {
  db: Database;
  files: RecordingFiles;
  log: Logger;
  process(recordingId: string): Promise<void>;
}) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const isGrowing = async (path: string | null): Promise<boolean> => {
    if (path === null) return false;
    const found = await stat(files.whole(path)).catch(() => null);
    return found !== null && Date.now() - found.mtimeMs < growingMs;
  };

  async function look(ids: readonly string[]): Promise<void> {
    if (stopped || ids.length === 0) return;
    const rows = await db
      .selectFrom('recordings')
      .select(['id', 'state', 'original_path'])
      .where('id', 'in', ids)
      .where('state', 'not in', ['ready', 'failed'])
      .execute();
    const later: string[] = [];
    for (const { id, state, original_path } of rows) {
      if (state !== 'processing' && (await isGrowing(original_path))) later.push(id);
      else await process(id);
    }
    if (later.length > 0 && !stopped) timer = setTimeout(() => lookAgain(later), lookAgainMs);
  }
  const lookAgain = (ids: readonly string[]) => {
    look(ids).catch((error: unknown) => {
      log.warn({ err: error }, 'unfinished recordings wait');
      if (!stopped) timer = setTimeout(() => lookAgain(ids), lookAgainMs);
    });
  };

  return {
    /** Gives how many were found. */
    async resume(): Promise<number> {
      await db
        .updateTable('recordings')
        .set({ state: 'failed', failure: 'The server was started anew while the other side was asked.' })
        .where('state', '=', 'asking')
        .execute();
      const rows = await db
        .selectFrom('recordings')
        .select('id')
        .where('state', 'not in', ['ready', 'failed'])
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) log.info({ recordings: ids.length }, 'recordings of an earlier life are taken up');
      await look(ids);
      return ids.length;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
