import type { Direction } from '@sidetone/contract/entities/common.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { CallState } from '@sidetone/contract/rules/call-states.ts';
import type { AudioCause } from '@sidetone/contract/rules/e-model.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { Mute } from './mute.ts';
import { noRecording, type Recording } from './recording.ts';

/** The state of a hold. The two in the middle wait for the phone system. */
type Hold = 'none' | 'holding' | 'held' | 'resuming';

/** Who ended the call: the user here, the other side, or neither (a time-out, a lost connection, a full line). */
type EndedBy = 'user' | 'remote' | 'system';

/** How good a call sounds: four bars are the best, and the one cause that spoils it most. */
export interface CallQuality {
  readonly bars: 0 | 1 | 2 | 3 | 4;
  readonly cause: AudioCause | null;
}

/** Where a call came in before it was forwarded here. */
interface ForwardedFrom {
  readonly channelId: string;
  /** Null when the user is no member of that channel. */
  readonly name: string | null;
}

/** One call as this client sees it. Times are milliseconds since 1970. */
export interface Call {
  /** The session id: one call object here for each session. */
  readonly id: string;
  /** Id of the inbox event that this call becomes. */
  readonly docId: string;
  readonly direction: Direction;
  readonly state: CallState;
  /** Number or extension of the other side; null when it is withheld. */
  readonly number: string | null;
  readonly remote: Remote | null;
  readonly channelId: string | null;
  readonly channelName: string | null;
  /** The own number that this call comes from or arrived on. */
  readonly ownNumber: string | null;
  readonly startedAt: number;
  readonly establishedAt: number | null;
  readonly endedAt: number | null;
  readonly reason: TerminationReason | null;
  readonly endedBy: EndedBy | null;
  /** The other phone rings: from now on the caller hears a waiting tone. */
  readonly remoteRings: boolean;
  /** The other side sends sound before it answers, so no tone of ours may cover it. */
  readonly earlyMedia: boolean;
  readonly mute: Mute;
  readonly hold: Hold;
  /** Everything typed on the keypad. */
  readonly typed: string;
  readonly recording: Recording;
  /** The call came in on another channel and was forwarded here. */
  readonly forwardedFrom: ForwardedFrom | null;
  /** Null until there are figures. */
  readonly quality: CallQuality | null;
  /** The person who got the call, by name or number. */
  readonly transferredTo: string | null;
  /** The channel leaves no time after a call: the ended view is skipped. */
  readonly closesAtOnce: boolean;
}

/** The fields that differ between new calls; the rest is the same for all. */
export type NewCall = Pick<
  Call,
  'id' | 'docId' | 'direction' | 'number' | 'remote' | 'channelId' | 'channelName' | 'ownNumber' | 'startedAt'
> &
  Partial<Pick<Call, 'closesAtOnce' | 'forwardedFrom' | 'mute' | 'recording'>>;

/** A call in `Initial`, before anything has happened. */
export function newCall(born: NewCall): Call {
  return {
    closesAtOnce: false,
    forwardedFrom: null,
    mute: 'NONE',
    recording: noRecording,
    ...born,
    state: 'Initial',
    establishedAt: null,
    endedAt: null,
    reason: null,
    endedBy: null,
    remoteRings: false,
    earlyMedia: false,
    hold: 'none',
    typed: '',
    quality: null,
    transferredTo: null,
  };
}
