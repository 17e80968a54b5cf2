import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import { auditListening } from '../../requests/audit-reading.ts';
import type { Caller } from '../../requests/callers.ts';
import { Download } from '../../requests/download.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { requireGreeter, requireListener } from './access.ts';
import { writePart } from './documentation-part.ts';
import type { Greetings } from './greetings.ts';
import { keptVoicemails } from './remove-voicemails.ts';

interface RoutesParts {
  readonly db: Database;
  readonly files: SoundFiles;
  readonly greetings: Greetings;
  readonly log: Logger;
}

/** Listening to voicemails, working through them, and what callers hear before. Who did so is logged, never what was said. */
export const voicemailRoutes = ({ db, files, greetings, log }: RoutesParts): Answer[] => {
  const kept = keptVoicemails({ db, files });
  const heard = auditListening(db);
  const greetingChanged = async (
    caller: Caller,
    channelId: string,
    change: 'uploaded' | 'deleted',
    address: string,
  ) => {
    await db.transaction().execute((transaction) =>
      audit(transaction, {
        accountId: caller.accountId,
        actorUserId: caller.userId,
        action: 'channel.greetingChanged',
        address,
        target: channelId,
        detail: { change },
      }),
    );
    log.info({ channelId, userId: caller.userId, change }, 'greeting changed');
  };
  return [
    answer(routes.voicemailAudio, async ({ caller, params, query, address }) => {
      const { rows } = await voicemailsOf(db, caller, params.channelId, params.docId);
      const row = rows.find(({ state }) => state === 'ready');
      const path = query.format === 'wav' ? row?.original_path : row?.mp3_path;
      if (!row || !path) throw notFound('voicemail');
      await heard('voicemail.fetched', { caller, address, format: query.format }, row);
      log.info({ voicemailId: row.id, userId: caller.userId, format: query.format }, 'voicemail fetched');
      return new Download(files.whole(path), query.format === 'wav' ? 'audio/wav' : 'audio/mpeg');
    }),

    answer(routes.markVoicemail, async ({ caller, params, body }) => {
      const { rows, newest } = await voicemailsOf(db, caller, params.channelId, params.callId);
      if (!rows.some(({ state }) => state === 'ready')) throw new Refusal('CONFLICT', 'The voicemail is not ready.');
      return await db.transaction().execute(async (transaction) => {
        // Who listened first made it read.
        const readAt = body.markAsRead ? sql<Date>`coalesce(read_at, now())` : null;
        const changed = await transaction
          .updateTable('voicemails')
          .set({ read_at: readAt })
          .where(
            'id',
            'in',
            rows.map(({ id }) => id),
          )
          .returning('read_at')
          .execute();
        if (changed.length === 0) throw notFound('voicemail');
        const first = changed[0]?.read_at?.toISOString() ?? null;
        await writePart(transaction, newest, { readAt: first });
        return { readAt: first };
      });
    }),

    answer(routes.deleteVoicemail, async ({ caller, params, address }) => {
      const { newest } = await voicemailsOf(db, caller, params.channelId, params.callId);
      const call = { channelId: newest.channel_id, docId: newest.doc_id };
      if (!(await kept.areFinished(call))) throw new Refusal('CONFLICT', 'The voicemail is not finished yet.');
      await kept.remove(call);
      await db.transaction().execute((trx) =>
        audit(trx, {
          accountId: caller.accountId,
          actorUserId: caller.userId,
          address,
          action: 'voicemail.removed',
          target: call.docId,
          detail: { channelId: call.channelId },
        }),
      );
      log.info({ ...call, userId: caller.userId }, 'voicemail deleted');
      return {};
    }),

    answer(routes.greeting, async ({ caller, params: { channelId } }) => {
      await requireGreeter(db, caller, channelId, { change: false });
      const file = await greetings.fileOf(channelId);
      if (file === null) throw notFound('greeting');
      return new Download(file, 'audio/wav');
    }),

    answer(routes.uploadGreeting, async ({ caller, params: { channelId }, body, address }) => {
      await requireGreeter(db, caller, channelId, { change: true });
      await greetings.keep(channelId, body);
      await greetingChanged(caller, channelId, 'uploaded', address);
      return {};
    }),

    answer(routes.deleteGreeting, async ({ caller, params: { channelId }, address }) => {
      await requireGreeter(db, caller, channelId, { change: true });
      await greetings.remove(channelId);
      await greetingChanged(caller, channelId, 'deleted', address);
      return {};
    }),
  ];
};

/** Those of one call, newest first; `call` is a docId or a session. Throws `Refusal` NOT_FOUND where there is none. */
const voicemailsOf = async (db: Database, caller: Caller, channelId: string, call: string) => {
  await requireListener(db, caller, channelId);
  const rows = await db
    .selectFrom('voicemails')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where((eb) => eb.or([eb('doc_id', '=', call), eb('session_id', '=', call)]))
    .orderBy('started_at', 'desc')
    .execute();
  const [newest] = rows;
  if (!newest) throw notFound('voicemail');
  return { rows, newest };
};
