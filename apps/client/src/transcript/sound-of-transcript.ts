import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Sound, SoundKind } from '#player/sound.ts';
import { recordingsOf, voicemailOf } from '#player/sounds-of.ts';

/**
 * The sound that runs in step with the transcript of a call; null where users may not play it, or it is gone. A transcript of
 * before it said which one is of the first there is.
 */
export function soundOfTranscript(row: InboxRow, downloadName: (kind: SoundKind) => string): Sound | null {
  const voicemail = voicemailOf(row, downloadName);
  const sounds = voicemail === null ? recordingsOf(row, downloadName) : [...recordingsOf(row, downloadName), voicemail];
  const of = row.documentation.transcription?.sound ?? null;
  return sounds.find(({ status, key }) => status === 'success' && (of === null || key.kind === of)) ?? null;
}
