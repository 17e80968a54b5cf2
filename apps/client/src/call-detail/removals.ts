import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { call } from '#live/http.ts';

/** What people can delete of a call; also the keys of the words that ask for it. */
export type Removal = 'event' | 'recording' | 'voicemail' | 'voicemailTranscription' | 'transcription' | 'smartAnswers';

/**
 * Deletions whose failure is only logged (specification: 8 of calls and inbox, 8 of settings and shell). A voicemail is
 * not among them: whoever asked for it is told.
 */
export const loggedOnly: Record<Removal, boolean> = {
  event: true,
  recording: true,
  voicemail: false,
  voicemailTranscription: true,
  transcription: true,
  smartAnswers: true,
};

/** Deletes something of a call for good. Throws ApiError. */
export async function remove(what: Removal, { channelId, id }: InboxRow, accountId: string): Promise<void> {
  const ofAccount = { params: { accountId, channelId, session: id } };
  switch (what) {
    case 'event':
      await call(phoneRoutes.deleteEvent, ofAccount);
      return;
    case 'recording':
      await call(phoneRoutes.deleteEventRecording, ofAccount);
      return;
    case 'voicemail':
      await call(phoneRoutes.deleteVoicemail, { params: { channelId, callId: id } });
      return;
    case 'voicemailTranscription':
    case 'transcription':
    case 'smartAnswers':
      await call(phoneRoutes.deletePart, { params: { channelId, docId: id, part: what } });
      return;
  }
}
