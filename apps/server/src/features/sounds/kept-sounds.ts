import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { removeOlderPart, removePart } from './documentation-part.ts';

interface OfCall {
  readonly channelId: string;
  readonly docId: string;
}

/** The recordings of calls, for code that deletes them. */
export function keptRecordings({ db, files }: { readonly db: Database; readonly files: SoundFiles }) {
  const recordingsOf = ({ channelId, docId }: OfCall) =>
    db
      .selectFrom('recordings')
      .select(['id', 'channel_id', 'doc_id', 'mode', 'state', 'original_path', 'mp3_path'])
      .where('channel_id', '=', channelId)
      .where('doc_id', '=', docId)
      .execute();
  return {
    /** Whether nothing of it is still being recorded or gone through. */
    async areFinished(call: OfCall): Promise<boolean> {
      return (await recordingsOf(call)).every(({ state }) => state === 'ready' || state === 'failed');
    },

    /**
     * Removes files, rows and the parts of the inbox event; gives how many recordings there were. One that only an older
     * document tells of counts as well.
     */
    async remove(call: OfCall): Promise<number> {
      const rows = await recordingsOf(call);
      // Files first: what is deleted must be gone, and a row without its file can be deleted again.
      for (const { original_path, mp3_path } of rows) {
        for (const path of [original_path, mp3_path]) if (path) await files.remove(path);
      }
      if (rows.length === 0) return (await removeOlderPart(db, call)) ? 1 : 0;
      await db.transaction().execute(async (trx) => {
        const ids = rows.map(({ id }) => id);
        await trx.deleteFrom('recordings').where('id', 'in', ids).execute();
        for (const row of rows) await removePart(trx, row);
      });
      return rows.length;
    },
  };
}
