import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../../identity/answer.ts';
import type { Caller } from '../../identity/callers.ts';
import { Download } from '../../identity/download.ts';
import { notFound, Refusal } from '../../identity/refusal.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { requireListener } from './access.ts';
import { removePart } from './documentation-part.ts';

interface Of {
  readonly channelId: string;
  readonly docId: string;
}

/** Listening to recordings and deleting them, for the members of their channel. Who did so is logged, never what was said. */
export const recordingRoutes = ({ db, files, log }: { db: Database; files: SoundFiles; log: Logger }): Answer[] => {
  const recordingsOf = ({ channelId, docId }: Of) =>
    db
      .selectFrom('recordings')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where('doc_id', '=', docId)
      .orderBy('started_at', 'desc')
      .execute();
  const requireOwn = async (caller: Caller, { accountId, channelId }: Of & { accountId: string }) => {
    if (accountId !== caller.accountId) throw notFound('recording');
    await requireListener(db, caller, channelId);
  };

  return [
    answer(routes.recordingUrl, async ({ caller, params, origin }) => {
      await requireListener(db, caller, params.channelId);
      const rows = await recordingsOf(params);
      if (!rows.some(({ state }) => state === 'ready')) throw notFound('recording');
      const place = [caller.accountId, params.channelId, params.docId].map(encodeURIComponent).join('/');
      return { url: `${origin}${apiBase}/recording-neopbx/${place}` };
    }),

    answer(routes.recordingAudio, async ({ caller, params, query }) => {
      await requireOwn(caller, params);
      // The newest holds what was recorded of the same call before.
      const row = (await recordingsOf(params)).find(({ state }) => state === 'ready');
      const path = query.format === 'wav' ? row?.original_path : row?.mp3_path;
      if (!row || !path) throw notFound('recording');
      log.info({ recordingId: row.id, userId: caller.userId, format: query.format }, 'recording fetched');
      return new Download(files.whole(path), query.format === 'wav' ? 'audio/wav' : 'audio/mpeg');
    }),

    answer(routes.deleteRecording, async ({ caller, params }) => {
      await requireOwn(caller, params);
      const rows = await recordingsOf(params);
      const [first] = rows;
      if (!first) throw notFound('recording');
      if (rows.some(({ state }) => state !== 'ready' && state !== 'failed')) {
        throw new Refusal('CONFLICT', 'The recording is not finished yet.');
      }
      // Files first: what is deleted must be gone, and a row without its file can be deleted again.
      for (const { original_path, mp3_path } of rows) {
        for (const path of [original_path, mp3_path]) if (path) await files.remove(path);
      }
      const ids = rows.map(({ id }) => id);
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('recordings').where('id', 'in', ids).execute();
        for (const mode of new Set(rows.map((row) => row.mode))) await removePart(transaction, { ...first, mode });
      });
      log.info({ recordingIds: ids, userId: caller.userId }, 'recording deleted');
      return {};
    }),
  ];
};
