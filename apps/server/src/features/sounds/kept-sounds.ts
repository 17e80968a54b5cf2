import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { removeOlderPart, removePart } from './documentation-part.ts';
import type { SoundKind } from './kinds.ts';
import { type SoundPlace, soundsOfCall } from './rows.ts';

/** The sounds of calls, for code that deletes them. */
export function keptSounds(kind: SoundKind, { db, files }: { readonly db: Database; readonly files: SoundFiles }) {
  return {
    /** Whether nothing of it is still being recorded or gone through. */
    async areFinished(call: SoundPlace): Promise<boolean> {
      return (await soundsOfCall(db, kind, call)).every(({ state }) => state === 'ready' || state === 'failed');
    },

    /**
     * Removes files, rows and the parts of the inbox event; gives how many sounds there were. One that only an older
     * document tells of counts as well.
     */
    async remove(call: SoundPlace): Promise<number> {
      const rows = await soundsOfCall(db, kind, call);
      // Files first: what is deleted must be gone, and a row without its file can be deleted again.
      for (const { original_path, mp3_path } of rows) {
        for (const path of [original_path, mp3_path]) if (path) await files.remove(path);
      }
      if (rows.length === 0) return (await removeOlderPart(db, kind, call)) ? 1 : 0;
      return await db.transaction().execute(async (trx) => {
        const ids = rows.map(({ id }) => id);
        // Somebody else may delete it at the same moment: it is gone once.
        const { numDeletedRows } = await trx.deleteFrom(kind.table).where('id', 'in', ids).executeTakeFirstOrThrow();
        for (const row of rows) await removePart(trx, kind, row);
        return Number(numDeletedRows);
      });
    },
  };
}
