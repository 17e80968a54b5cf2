import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { documentationRoutes } from '@sidetone/contract/http/documentation-routes.ts';
import { voicemailRoutes } from '@sidetone/contract/http/voicemail-routes.ts';
import { call } from '#live/line/http.ts';
import { forgetGone } from '#player/kept-sounds.ts';
import type { SoundKind } from '#player/sound.ts';
import { kindsOf } from '#player/sounds-of.ts';

/** The parts of a call that can be deleted; also the keys of the words of the question. */
export type Removal = 'event' | 'recording' | 'voicemail' | 'voicemailTranscription' | 'transcription' | 'smartAnswers';

/** Sounds that are deleted with it. */
const soundsOf: Record<Removal, readonly SoundKind[]> = {
  event: ['manual', 'automatic', 'legacy', 'voicemail'],
  recording: ['manual', 'automatic', 'legacy'],
  voicemail: ['voicemail'],
  voicemailTranscription: [],
  transcription: [],
  smartAnswers: [],
};

/** Whether a model wrote something of the transcript, which may outlive it. Quotes never do. */
export function hasWritten({ documentation }: Pick<InboxRow, 'documentation'>): boolean {
  const { summary, callHeadline, actionItem, smallTalk, smartAnswers } = documentation;
  return [summary, callHeadline, actionItem, smallTalk, smartAnswers].some(
    (part) => part?.status === 'success' && part.madeBy?.kind !== 'basic',
  );
}

/**
 * Deletes a part of a call for good, on the server and then in this browser; `withMade` a transcript with what was written of it.
 * Throws ApiError.
 */
export async function remove(what: Removal, row: InboxRow, accountId: string, withMade: boolean): Promise<void> {
  await removeOnServer(what, row, accountId, withMade);
  const left = kindsOf(row).filter((kind) => !soundsOf[what].includes(kind));
  await forgetGone({ channelId: row.channelId, docId: row.id }, left);
}

async function removeOnServer(
  what: Removal,
  { channelId, id }: InboxRow,
  accountId: string,
  withMade: boolean,
): Promise<void> {
  const ofAccount = { params: { accountId, channelId, session: id } };
  switch (what) {
    case 'event':
      await call(documentationRoutes.deleteEvent, ofAccount);
      return;
    case 'recording':
      await call(documentationRoutes.deleteEventRecording, ofAccount);
      return;
    case 'voicemail':
      await call(voicemailRoutes.deleteVoicemail, { params: { channelId, callId: id } });
      return;
    case 'voicemailTranscription':
    case 'transcription':
    case 'smartAnswers':
      await call(documentationRoutes.deletePart, {
        params: { channelId, docId: id, part: what },
        query: withMade ? { made: 'all' } : {},
      });
      return;
  }
}
