import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import { auditListening } from '../../requests/audit-reading.ts';
import type { Caller } from '../../requests/callers.ts';
import { Download } from '../../requests/download.ts';
import { requireMayDeleteCalls } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { requireListener } from './access.ts';
import { keptRecordings } from './remove-recordings.ts';

interface Of {
  readonly channelId: string;
  /** Or the id of the session. */
  readonly docId: string;
}

/** Listening to recordings and deleting them, for the members of their channel. Who did so is logged, never what was said. */
export const recordingRoutes = ({ db, files, log }: { db: Database; files: SoundFiles; log: Logger }): Answer[] => {
  const kept = keptRecordings({ db, files });
  const heard = auditListening(db);
  /** Newest first. */
  const recordingsOf = ({ channelId, docId }: Of) =>
    db
      .selectFrom('recordings')
      .selectAll()
      .where('channel_id', '=', channelId)
      .where((eb) => eb.or([eb('doc_id', '=', docId), eb('session_id', '=', docId)]))
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

    answer(routes.recordingAudio, async ({ caller, params, query, address }) => {
      await requireOwn(caller, params);
      // The newest holds what was recorded of the same call before.
      const row = (await recordingsOf(params)).find(
        ({ state, mode }) => state === 'ready' && (query.kind === undefined || query.kind === mode),
      );
      const path = query.format === 'wav' ? row?.original_path : row?.mp3_path;
      if (!row || !path) throw notFound('recording');
      await heard('call.recordingFetched', { caller, address, format: query.format }, row);
      log.info({ recordingId: row.id, userId: caller.userId, format: query.format }, 'recording fetched');
      return new Download(files.whole(path), query.format === 'wav' ? 'audio/wav' : 'audio/mpeg');
    }),

    answer(routes.deleteRecording, async ({ caller, params, address }) => {
      await requireOwn(caller, params);
      await requireMayDeleteCalls(db, caller, params.channelId);
      const [first] = await recordingsOf(params);
      const docId = first?.doc_id ?? (await eventOf(db, params));
      if (docId === undefined) throw notFound('recording');
      const call = { channelId: params.channelId, docId };
      if (!(await kept.areFinished(call))) throw new Refusal('CONFLICT', 'The recording is not finished yet.');
      if ((await kept.remove(call)) === 0) throw notFound('recording');
      await auditRemoval(db, { caller, address, call });
      log.info({ ...call, userId: caller.userId }, 'recording deleted');
      return {};
    }),
  ];
};

const auditRemoval = (
  db: Database,
  { caller, address, call }: { caller: Caller; address: string; call: { channelId: string; docId: string } },
) =>
  db.transaction().execute((trx) =>
    audit(trx, {
      accountId: caller.accountId,
      actorUserId: caller.userId,
      address,
      action: 'call.recordingRemoved',
      target: call.docId,
      detail: { channelId: call.channelId },
    }),
  );

/** The docId of the call, whatever was recorded of it. */
const eventOf = async (db: Database, { channelId, docId }: Of): Promise<string | undefined> => {
  const event = await db
    .selectFrom('inbox_events')
    .select('id')
    .where('channel_id', '=', channelId)
    .where((eb) => eb.or([eb('id', '=', docId), eb('session_id', '=', docId)]))
    .orderBy((eb) => eb('id', '=', docId), 'desc')
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  return event?.id;
};
