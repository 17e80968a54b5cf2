import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Documentation, PartStatus, Voicemail } from '@sidetone/contract/entities/documentation.ts';
import type { Sound, SoundKind } from './sound.ts';

type Recorded = NonNullable<Documentation['manualRecording']>;

/** The sounds of a call, recordings before its message. `name` is what the other side is called, for downloads. */
export function soundsOf(row: InboxRow, name: string): Sound[] {
  const { manualRecording, automaticRecording, recording, voicemail } = row.documentation;
  const sound = (kind: SoundKind, part: Pick<Sound, 'status'> & Partial<Sound>): Sound => ({
    key: { channelId: row.channelId, docId: row.id, kind },
    waveform: [],
    duration: null,
    callEndedAt: row.call.terminatedAt,
    downloadName: `${name} ${momentInName(row.call.startedAt)}`,
    ...part,
  });
  const recorded = (kind: SoundKind, { status, waveform, waveforms, duration }: Recorded) =>
    sound(kind, { status, waveform, waveforms: waveforms ?? null, duration });
  return [
    ...(manualRecording ? [recorded('manual', manualRecording)] : []),
    ...(automaticRecording ? [recorded('automatic', automaticRecording)] : []),
    ...(recording ? [sound('legacy', { status: recording.status })] : []),
    ...(voicemail ? [sound('voicemail', messageSound(voicemail))] : []),
  ].filter(({ status }) => status !== 'disabled');
}

/** What of a message can be played: nothing of one that was deleted. */
function messageSound({ visual }: Voicemail): { status: PartStatus; waveform?: number[]; duration?: number } {
  switch (visual.status) {
    case 'pending':
      return { status: 'loading' };
    case 'failed':
      return { status: 'error' };
    case 'deleted':
      return { status: 'disabled' };
    case 'processed':
      return { status: 'success', waveform: visual.waveform, duration: visual.duration };
  }
}

/** `2026-11-20 10-42` by the clock on this wall: a colon is nothing for file names. */
function momentInName(startedAt: string): string {
  const date = new Date(startedAt);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}-${two(date.getMinutes())}`;
}
