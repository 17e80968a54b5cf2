import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { removePart } from './voicemail-part.ts';

interface OfCall {
  readonly channelId: string;
  readonly docId: string;
}

/** The voicemails of channels, for code that deletes them. */
export function keptVoicemails({ db, files }: { readonly db: Database; readonly files: SoundFiles }) {
  const voicemailsOf = ({ channelId, docId }: OfCall) =>
    db
      .selectFrom('voicemails')
      .select(['id', 'channel_id', 'doc_id', 'state', 'original_path', 'mp3_path'])
      .where('channel_id', '=', channelId)
      .where('doc_id', '=', docId)
      .execute();
  return {
    /** Whether nothing of it is still being recorded or gone through. */
    async areFinished(call: OfCall): Promise<boolean> {
      return (await voicemailsOf(call)).every(({ state }) => state === 'ready' || state === 'failed');
    },

    /** Removes files, rows and the part of the inbox event; gives how many voicemails there were. */
    async remove(call: OfCall): Promise<number> {
      const rows = await voicemailsOf(call);
      // Files first: what is deleted must be gone, and a row without its file can be deleted again.
      for (const { original_path, mp3_path } of rows) {
        for (const path of [original_path, mp3_path]) if (path) await files.remove(path);
      }
      const [first] = rows;
      if (!first) return 0;
      await db.transaction().execute(async (trx) => {
        const ids = rows.map(({ id }) => id);
        await trx.deleteFrom('voicemails').where('id', 'in', ids).execute();
        await removePart(trx, first);
      });
      return rows.length;
    },
  };
}
