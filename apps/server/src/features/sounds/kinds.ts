import type { Voicemail } from '@sidetone/contract/entities/documentation.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { Audited } from '../../requests/audit.ts';
import type { ProcessedSound } from '../../sound/process-sound.ts';

/** What the rows of a sound and of its inbox event are found by. */
export interface SoundOfEvent {
  readonly channel_id: string;
  readonly doc_id: string;
  /** Of recordings alone. */
  readonly mode?: 'manual' | 'automatic';
}

/** In what recordings of calls and messages of callers differ. Everything else is done the same way for both. */
export interface SoundKind {
  readonly name: 'recording' | 'voicemail' | 'capture';
  readonly table: 'recordings' | 'voicemails' | 'captures';
  /** Goes through a sound whose file is complete; the id is that of the sound. */
  readonly job: JobKind;
  /** People get it as an MP3; else nobody ever hears it. */
  readonly isPlayable: boolean;
  /** Both sides of the MP3 have everything: a caller speaks alone. */
  readonly mixed: boolean;
  /** What is shorter is as if it had never begun. */
  readonly shortestMs: number;
  /** One sound for the inbox event, where its user came back to the call. */
  readonly joinsEarlier: boolean;
  /** Which part of its event's documentation it is; null: none. */
  partOf(sound: SoundOfEvent): string | null;
  /** What the part is called in older documents. */
  readonly olderPart: string | null;
  /** What the part says at each step; null: nothing new. */
  readonly says: {
    readonly complete: object | null;
    readonly failed: object;
    ready(made: ProcessedSound): object;
  };
  /** What is left of the part when the sound is deleted by its age; null: nothing. */
  readonly expired: object | null;
  /** What the audit log calls it. */
  readonly audited: { readonly fetched: Audited['action']; readonly removed: Audited['action'] };
}

/** Sounds that people get, and that accounts let go by their age. */
export interface PlayableKind extends SoundKind {
  readonly table: 'recordings' | 'voicemails';
}

const partOfMode = { manual: 'manualRecording', automatic: 'automaticRecording' } as const;
const deletedVoicemail: Voicemail = { visual: { status: 'deleted' } };

const jobOf = (name: string): JobKind => ({
  name,
  here: true,
  tries: 6,
  withinMinutes: 60,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
});

/** Recordings of calls: two sides, one part of the event for each way they begin. */
export const recordingKind: PlayableKind = {
  name: 'recording',
  table: 'recordings',
  job: jobOf('recording'),
  isPlayable: true,
  mixed: false,
  shortestMs: 0,
  joinsEarlier: true,
  partOf: ({ mode = 'manual' }) => partOfMode[mode],
  olderPart: 'recording',
  says: {
    complete: { status: 'loading' },
    failed: { status: 'error' },
    ready: ({ durationMs, waveform, waveforms }) => ({
      status: 'success',
      waveform,
      waveforms,
      duration: durationMs / 1000,
    }),
  },
  expired: null,
  audited: { fetched: 'call.recordingFetched', removed: 'call.recordingRemoved' },
};

/** What calls are documented from: no recording for anybody. */
export const captureKind: SoundKind = {
  name: 'capture',
  table: 'captures',
  job: jobOf('capture'),
  isPlayable: false,
  mixed: false,
  shortestMs: 0,
  joinsEarlier: false,
  partOf: () => null,
  olderPart: null,
  says: { complete: null, failed: {}, ready: () => ({}) },
  expired: null,
  // Nobody fetches or removes it.
  audited: { fetched: 'call.recordingFetched', removed: 'call.recordingRemoved' },
};

/** What callers say after the tone. */
export const voicemailKind: PlayableKind = {
  name: 'voicemail',
  table: 'voicemails',
  job: jobOf('voicemail'),
  isPlayable: true,
  mixed: true,
  // Callers who hang up at the tone leave no message.
  shortestMs: 1000,
  joinsEarlier: false,
  partOf: () => 'voicemail',
  olderPart: null,
  says: {
    complete: null,
    failed: { status: 'error', visual: { status: 'failed' } },
    ready: ({ durationMs, waveform }) => ({
      status: 'success',
      visual: { status: 'processed', waveform, duration: durationMs / 1000 },
    }),
  },
  expired: deletedVoicemail,
  audited: { fetched: 'voicemail.fetched', removed: 'voicemail.removed' },
};
