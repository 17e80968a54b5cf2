import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { PartStatus, Voicemail } from '@sidetone/contract/entities/documentation.ts';
import type { Sides, Sound, SoundKind } from './sound.ts';

/** The recordings of a call in order; `downloadName` makes the name of a download. */
export function recordingsOf(row: InboxRow, downloadName: (kind: SoundKind) => string): Sound[] {
  const { manualRecording, automaticRecording, recording } = row.documentation;
  const found: Sound[] = [];
  if (manualRecording) found.push(sound(row, 'manual', downloadName, manualRecording));
  if (automaticRecording) found.push(sound(row, 'automatic', downloadName, automaticRecording));
  if (recording) found.push(sound(row, 'legacy', downloadName, { ...recording, waveform: [], duration: null }));
  return found;
}

/** The message of a call; null where there is none, or no longer. */
export function voicemailOf(row: InboxRow, downloadName: (kind: SoundKind) => string): Sound | null {
  const { voicemail } = row.documentation;
  if (!voicemail || voicemail.visual.status === 'deleted') return null;
  const { visual } = voicemail;
  const heard = visual.status === 'processed' ? visual : { waveform: [], duration: null };
  return sound(row, 'voicemail', downloadName, { ...heard, status: voicemailStatus(voicemail) });
}

/** The state of a message's sound, which older servers tell by `visual` alone. */
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

/** The kinds of sound that a call has, ready or not; any other was deleted, or never existed. */
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
