import type { OngoingRecording } from '@sidetone/contract/entities/ongoing-call.ts';
import type { ConsentWay } from '../../calls/recording/consent.ts';
import type { Asking } from './ask-consent.ts';
import type { LegConsents } from './leg-consents.ts';
import type { RecordedLeg } from './recording-desk.ts';

export type State = OngoingRecording['state'];

/** The one recording of a leg. */
export interface Kept {
  readonly recordingId: string;
  leg: RecordedLeg;
  /** As clients see it; null before anything has come of it. */
  state: State | null;
  /** Media writes its file. */
  begun: boolean;
  /** The leg is gone, or the recording failed: nothing is done with it any more. */
  over: boolean;
  /** What the account wanted when it was last asked. */
  way: ConsentWay | 'none';
  /** Media endpoints of those who agreed. */
  readonly agreed: Set<string>;
  asking: Asking | null;
  /** Those who were new and made it stop, until it goes on or its user wants otherwise. */
  stoppedFor: readonly string[];
  /** Commands to one recording run one after the other. */
  tail: Promise<unknown>;
}

/** The recordings of an exchange, by leg and by id. */
export interface KeptRecordings {
  /** Of legs that are there. */
  readonly byLeg: ReadonlyMap<string, Kept>;
  /** Until media has said what became of it, also after its leg left. */
  readonly byId: ReadonlyMap<string, Kept>;
  begin(recordingId: string, leg: RecordedLeg): Kept;
  /** Clients see this state of it from now on. */
  show(kept: Kept, state: State | null): void;
  /** It is the recording of another leg from now on. */
  move(kept: Kept, oldLegId: string, newLegId: string): void;
  /** Its leg left, and media says the rest. */
  leave(kept: Kept): void;
  /** Nothing more is heard of it. */
  forget(kept: Kept): void;
}

/** `changed`: clients see another state of this leg's recording. */
export function keptRecordings(changed: (legId: string) => void, consents: LegConsents): KeptRecordings {
  const byLeg = new Map<string, Kept>();
  const byId = new Map<string, Kept>();
  return {
    byLeg,
    byId,
    begin(recordingId, leg) {
      const kept = newlyKept(recordingId, leg, consents.agreedOf(leg.legId));
      byLeg.set(leg.legId, kept);
      byId.set(recordingId, kept);
      return kept;
    },
    show(kept, state) {
      kept.state = state;
      if (byLeg.get(kept.leg.legId) === kept) changed(kept.leg.legId);
    },
    move(kept, oldLegId, newLegId) {
      byLeg.delete(oldLegId);
      byLeg.set(newLegId, kept);
    },
    leave(kept) {
      byLeg.delete(kept.leg.legId);
      kept.over = true;
    },
    forget(kept) {
      const { legId } = kept.leg;
      kept.over = true;
      kept.state = null;
      byId.delete(kept.recordingId);
      if (byLeg.get(legId) !== kept) return;
      byLeg.delete(legId);
      changed(legId);
    },
  };
}

const newlyKept = (recordingId: string, leg: RecordedLeg, agreed: Set<string>): Kept => ({
  recordingId,
  leg,
  state: null,
  begun: false,
  over: false,
  way: 'none',
  agreed,
  asking: null,
  stoppedFor: [],
  tail: Promise.resolve(),
});

/** Runs a task after those of the same recording that came before. */
export function inTurn<T>(kept: Kept, task: () => Promise<T>): Promise<T> {
  const done = kept.tail.then(task);
  kept.tail = done.catch(() => undefined);
  return done;
}

/** Who is heard and has not agreed. */
export const strangers = (kept: Kept): string[] => kept.leg.others().filter((each) => !kept.agreed.has(each));

/** What every line about a recording says. */
export const aboutKept = ({ recordingId, leg: { callId, sessionId, legId } }: Kept) => ({
  recordingId,
  callId,
  sessionId,
  legId,
});
