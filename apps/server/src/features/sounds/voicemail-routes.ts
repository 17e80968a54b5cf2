import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { requireListener } from './access.ts';
import { greetingRoutes } from './greeting-routes.ts';
import type { Greetings } from './greetings.ts';
import { voicemailKind as kind } from './kinds.ts';
import { type ListeningParts, listening } from './listening.ts';
import { markVoicemails } from './mark-voicemails.ts';
import { type SoundPlace, soundsOfCall } from './rows.ts';

/** Listening to voicemails and working through them, for the members of their channel; and what callers hear before. */
export const voicemailRoutes = (parts: ListeningParts & { readonly greetings: Greetings }): Answer[] => {
  const { db } = parts;
  const { download, remove } = listening(kind, parts);
  return [
    answer(routes.voicemailAudio, async ({ caller, params, query, address }) => {
      const { rows } = await voicemailsOf(db, caller, params);
      const row = rows.find(({ state }) => state === 'ready');
      return await download(row, query.format, { caller, address });
    }),

    answer(routes.markVoicemail, async ({ caller, params: { channelId, callId: docId }, body }) => {
      const { rows, newest } = await voicemailsOf(db, caller, { channelId, docId });
      if (!rows.some(({ state }) => state === 'ready')) throw new Refusal('CONFLICT', 'The voicemail is not ready.');
      return { readAt: await markVoicemails(db, rows, newest, body.markAsRead) };
    }),

    answer(routes.deleteVoicemail, async ({ caller, params: { channelId, callId: docId }, address }) => {
      const { newest } = await voicemailsOf(db, caller, { channelId, docId });
      await remove({ channelId, docId: newest.doc_id }, { caller, address });
      return {};
    }),

    ...greetingRoutes(parts),
  ];
};

/**
 * Those of one call, newest first; `docId` may be the id of the session too. Throws `Refusal` NOT_FOUND where there is none.
 */
const voicemailsOf = async (db: Database, caller: Caller, call: SoundPlace) => {
  await requireListener(db, kind, caller, call.channelId);
  const rows = await soundsOfCall(db, kind, call, true);
  const [newest] = rows;
  if (!newest) throw notFound(kind.name);
  return { rows, newest };
};
