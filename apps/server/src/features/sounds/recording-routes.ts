import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireMayDeleteCalls } from '../../requests/grants.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { requireListener } from './access.ts';
import { recordingKind as kind } from './kinds.ts';
import { type ListeningParts, listening } from './listening.ts';
import { type SoundPlace, soundsOfCall } from './rows.ts';

/** Listening to recordings and deleting them, for the members of their channel. `docId` may be the id of the session too. */
export const recordingRoutes = (parts: ListeningParts): Answer[] => {
  const { db } = parts;
  const { download, remove } = listening(kind, parts);
  const requireOwn = async (caller: Caller, { accountId, channelId }: SoundPlace & { accountId: string }) => {
    if (accountId !== caller.accountId) throw notFound(kind.name);
    await requireListener(db, kind, caller, channelId);
  };

  return [
    answer(routes.recordingUrl, async ({ caller, params, origin }) => {
      await requireListener(db, kind, caller, params.channelId);
      const rows = await soundsOfCall(db, kind, params, true);
      if (!rows.some(({ state }) => state === 'ready')) throw notFound(kind.name);
      const place = [caller.accountId, params.channelId, params.docId].map(encodeURIComponent).join('/');
      return { url: `${origin}${apiBase}/recording-neopbx/${place}` };
    }),

    answer(routes.recordingAudio, async ({ caller, params, query, address }) => {
      await requireOwn(caller, params);
      // The newest holds what was recorded of the same call before.
      const row = (await soundsOfCall(db, kind, params, true)).find(
        ({ state, mode }) => state === 'ready' && (query.kind === undefined || query.kind === mode),
      );
      return await download(row, query.format, { caller, address });
    }),

    answer(routes.deleteRecording, async ({ caller, params, address }) => {
      await requireOwn(caller, params);
      await requireMayDeleteCalls(db, caller, params.channelId);
      const [first] = await soundsOfCall(db, kind, params, true);
      const docId = first?.doc_id ?? (await eventOf(db, params));
      if (docId === undefined) throw notFound(kind.name);
      await remove({ channelId: params.channelId, docId }, { caller, address });
      return {};
    }),
  ];
};

/** The docId of the call, whatever was recorded of it. */
const eventOf = async (db: Database, { channelId, docId }: SoundPlace): Promise<string | undefined> => {
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
