import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { PartStatus, Voicemail } from '@sidetone/contract/entities/documentation.ts';
import type { Sides, Sound, SoundKind } from './sound.ts';

/** The recordings of a call in the order in which they stand; `downloadName` is what a download of one is called. */
export function recordingsOf(row: InboxRow, downloadName: (kind: SoundKind) => string): Sound[] {
  const { manualRecording, automaticRecording, recording } = row.documentation;
  const found: Sound[] = [];
  if (manualRecording) found.push(sound(row, 'manual', downloadName, manualRecording));
  if (automaticRecording) found.push(sound(row, 'automatic', downloadName, automaticRecording));
  if (recording) found.push(sound(row, 'legacy', downloadName, { ...recording, waveform: [], duration: null }));
  return found;
}

/** The message of a call; null where there is none, or none any more. */
export function voicemailOf(row: InboxRow, downloadName: (kind: SoundKind) => string): Sound | null {
  const { voicemail } = row.documentation;
  if (!voicemail || voicemail.visual.status === 'deleted') return null;
  const { visual } = voicemail;
  const heard = visual.status === 'processed' ? visual : { waveform: [], duration: null };
  return sound(row, 'voicemail', downloadName, { ...heard, status: voicemailStatus(voicemail) });
}

/** How far the sound of a message is, which older servers tell by `visual` alone. */
function voicemailStatus({ status, visual }: Voicemail): PartStatus {
  switch (visual.status) {
    case 'processed':
      return 'success';
    case 'failed':
      return 'error';
    case 'deleted':
      return 'disabled';
    case 'pending':
      return status ?? 'waiting';
  }
}

/** Which kinds of sound a call has, ready or not; what is not among them was deleted, or never was. */
export function kindsOf({ documentation }: Pick<InboxRow, 'documentation'>): SoundKind[] {
  const { manualRecording, automaticRecording, recording, voicemail } = documentation;
  return [
    ...(manualRecording ? (['manual'] as const) : []),
    ...(automaticRecording ? (['automatic'] as const) : []),
    ...(recording ? (['legacy'] as const) : []),
    ...(voicemail && voicemail.visual.status !== 'deleted' ? (['voicemail'] as const) : []),
  ];
}

interface Heard {
  readonly status: PartStatus;
  readonly waveform: readonly number[];
  readonly waveforms?: Sides | null | undefined;
  readonly duration: number | null;
}

function sound(row: InboxRow, kind: SoundKind, downloadName: (kind: SoundKind) => string, heard: Heard): Sound {
  const { status, waveform, waveforms = null, duration } = heard;
  return {
    key: { channelId: row.channelId, docId: row.id, kind },
    status,
    waveform,
    waveforms,
    duration,
    callEndedAt: row.call.terminatedAt,
    downloadName: downloadName(kind),
  };
}
