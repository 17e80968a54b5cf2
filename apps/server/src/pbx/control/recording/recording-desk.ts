import type { OngoingRecording } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Logger } from 'pino';
import { CallCommandError, type RecordingWish } from '../../commands.ts';
import type { Media, MediaFact } from '../../media/media.ts';
import type { CallSettings, Captures, ExchangeClock } from '../../ports.ts';
import type { LegConsents } from './leg-consents.ts';

/** The leg of a user whose call is recorded, as the call stands when it is asked for. */
export interface RecordedLeg {
  readonly legId: string;
  /** Its media endpoint. */
  readonly mediaId: string;
  readonly userId: string;
  readonly accountId: string;
  /** The channel and inbox event that the recording is kept with. */
  readonly channelId: string;
  readonly docId: string;
  /** The call it is in now. */
  readonly callId: string;
  readonly sessionId: string;
  /** Media endpoints of everybody this leg hears, who must agree; read again at each use. */
  others(): readonly string[];
}

/** What the recordings of an exchange are made with. */
export interface RecordingParts {
  readonly media: Media;
  readonly clock: ExchangeClock;
  readonly log: Logger;
  /** Of all that is recorded of a leg; left out: of these recordings alone. */
  readonly consents?: LegConsents;
  callSettings(accountId: string): Promise<CallSettings>;
  /** The state of this leg's recording is another one now: those who watch it are told. */
  changed(legId: string): void;
}

/** What a restart of signalling has to know of a leg's recording, which media goes on with. */
export interface RecordingMemory {
  readonly recordingId: string;
  readonly state: OngoingRecording['state'];
  readonly way: CallSettings['recordingConsent'];
  /** Media endpoints of those who agreed. */
  readonly agreed: readonly string[];
  /** Missing: a user recorded it. */
  readonly purpose?: 'documentation';
}

/** Recordings of running calls. The exchange says who asks; how to ask the others and what to keep is known here. */
export interface RecordingDesk {
  /** Starts, or goes on with what was stopped before (the same id). Rejects with `CallCommandError`. */
  start(leg: RecordedLeg, how?: RecordingWish): Promise<{ readonly recordingId: string }>;
  /** `recordingId` null: every recording of the leg. Rejects with `CallCommandError` NO_SUCH_CALL for an unknown one. */
  change(leg: RecordedLeg, recordingId: string | null, state: 'recording' | 'paused' | 'stopped'): Promise<void>;
  /** Legs may be together with somebody new (another line, a conference), who may have to agree first. */
  partiesChanged(): void;
  /** A supervisor who spoke in calls has left them: what stopped only because of them goes on. */
  guestLeft(mediaId: string): void;
  /** The leg's recording as clients see it; null when there is none. */
  stateOf(legId: string): OngoingRecording | null;
  /** What to remember of the leg's recording; null when there is none that media knows of. */
  memoryOf(legId: string): RecordingMemory | null;
  /** Media has not said yet what became of this recording. */
  knows(recordingId: string): boolean;
  /** The leg and its recording are those of an earlier life. */
  takeUp(leg: RecordedLeg, memory: RecordingMemory): void;
  /** Somebody who spoke over this endpoint speaks over another one from now on; a consent that they gave still counts. */
  endpointReplaced(oldMediaId: string, byMediaId: string): void;
  /**
   * A leg took another one's place (Replaces, a new page): its recording goes on there. Call it once the new endpoint is bridged, and close the old one when it fulfils. Rejects with `MediaError`.
   */
  legReplaced(
    old: Pick<RecordedLeg, 'legId' | 'mediaId'>,
    by: Pick<RecordedLeg, 'legId' | 'mediaId' | 'others'>,
  ): Promise<void>;
  /** The leg goes on in a call of which nothing is recorded: its recording ends. */
  cutOff(legId: string): void;
  /** Called just before the leg's media endpoint is closed. */
  legLeft(legId: string): void;
  /** Every fact of media: `recorded`, `recordingFailed`, `played` and `dtmf` matter here. */
  mediaFact(fact: MediaFact): void;
}

/** How calls are captured for their documentation, beside what users record of them. */
export interface CaptureParts {
  readonly captures: Captures;
  desk(parts: RecordingParts): RecordingDesk;
}

/** An exchange without a place for recordings. */
export const noRecordings: RecordingDesk = {
  start: () => Promise.reject(new CallCommandError('WRONG_STATE', 'Recordings are not kept here.')),
  change: () => Promise.reject(new CallCommandError('NO_SUCH_CALL', 'There is no such recording.')),
  partiesChanged: () => {},
  cutOff: () => {},
  guestLeft: () => {},
  stateOf: () => null,
  memoryOf: () => null,
  knows: () => false,
  takeUp: () => {},
  endpointReplaced: () => {},
  legReplaced: () => Promise.resolve(),
  legLeft: () => {},
  mediaFact: () => {},
};
