import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Sound, SoundKind } from '#player/sound.ts';
import { recordingsOf, voicemailOf } from '#player/sounds-of.ts';

/** The sound that runs in step with the transcript of a call; null where there is none that users may play. */
export function soundOfTranscript(row: InboxRow, downloadName: (kind: SoundKind) => string): Sound | null {
  const voicemail = voicemailOf(row, downloadName);
  const sounds = voicemail === null ? recordingsOf(row, downloadName) : [...recordingsOf(row, downloadName), voicemail];
  return sounds.find(({ status }) => status === 'success') ?? null;
}
