import { randomUUID } from 'node:crypto';
import { CallCommandError, type RecordingWish } from '../../commands.ts';
import { isLost, type MediaFact } from '../../media/media.ts';
import { soundFile } from '../../media/sounds.ts';
import type { Recordings } from '../../ports.ts';
import { aboutKept, inTurn, type Kept, keptRecordings, strangers } from './kept-recordings.ts';
import { legConsents } from './leg-consents.ts';
import type { RecordedLeg, RecordingDesk, RecordingParts } from './recording-desk.ts';
import {
  askTheNew,
  begin,
  type ConsentPrompts,
  callIsOver,
  fail,
  finish,
  goOn,
  goOnWithout,
  rest,
  type StepParts,
} from './recording-steps.ts';

const byHand: RecordingWish = { speakers: ['USER', 'REMOTE'], mode: 'manual' };

/**
 * Records the calls of users: one recording for each leg, asked for where the account wants it, kept by `recordings`.
 * What fails here ends no call: the recording is as before and the command rejects.
 */
export const recordingDesk =
  (recordings: Recordings, prompts: ConsentPrompts = spokenPrompts, newId: () => string = randomUUID) =>
  (parts: RecordingParts): RecordingDesk => {
    const consents = parts.consents ?? legConsents();
    const steps: StepParts = { ...parts, consents, recordings, prompts, all: keptRecordings(parts.changed, consents) };
    return { ...commands(steps, newId), ...memory(steps), ...legs(steps), mediaFact: (fact) => hear(steps, fact) };
  };

/** What users ask for. */
function commands(steps: StepParts, newId: () => string): Pick<RecordingDesk, 'start' | 'change' | 'stateOf'> {
  const { all } = steps;
  return {
    async start(leg, how = byHand) {
      const known = all.byLeg.get(leg.legId);
      if (known) {
        known.leg = leg;
        await inTurn(known, () => goOn(steps, known));
        return { recordingId: known.recordingId };
      }
      const kept = all.begin(newId(), leg);
      await inTurn(kept, () => begin(steps, kept, how));
      return { recordingId: kept.recordingId };
    },

    async change(leg, recordingId, state) {
      const kept = all.byLeg.get(leg.legId);
      if (!kept || (recordingId !== null && recordingId !== kept.recordingId)) {
        if (recordingId === null && state !== 'recording') return;
        throw new CallCommandError('NO_SUCH_CALL', 'This call has no such recording.');
      }
      kept.leg = leg;
      if (state === 'recording') return await inTurn(kept, () => goOn(steps, kept));
      // It is the user who wants it so from now on.
      kept.stoppedFor = [];
      kept.asking?.giveUp(new CallCommandError('WRONG_STATE', 'The recording was stopped before it began.'));
      await inTurn(kept, () => (kept.over ? Promise.resolve() : rest(steps, kept, state)));
    },

    stateOf(legId) {
      const kept = all.byLeg.get(legId);
      return kept?.state ? { id: kept.recordingId, state: kept.state } : null;
    },
  };
}

/** What goes on after a restart. */
function memory({ all }: StepParts): Pick<RecordingDesk, 'memoryOf' | 'knows' | 'takeUp'> {
  return {
    memoryOf(legId) {
      const kept = all.byLeg.get(legId);
      if (!kept?.begun || kept.state === null) return null;
      return { recordingId: kept.recordingId, state: kept.state, way: kept.way, agreed: [...kept.agreed] };
    },
    knows: (recordingId) => all.byId.has(recordingId),
    takeUp(leg: RecordedLeg, { recordingId, state, way, agreed }) {
      const kept = all.begin(recordingId, leg);
      // A question ended with the life that asked it.
      const now = state === 'asking' ? 'stopped' : state;
      for (const each of agreed) kept.agreed.add(each);
      Object.assign(kept, { state: now, way, begun: true } satisfies Partial<Kept>);
    },
  };
}

/** What becomes of the legs that are recorded, and of those who are with them. */
function legs(
  steps: StepParts,
): Pick<RecordingDesk, 'partiesChanged' | 'guestLeft' | 'endpointReplaced' | 'legReplaced' | 'cutOff' | 'legLeft'> {
  const { all, media, consents, log } = steps;
  const leave = (legId: string): Kept | undefined => {
    consents.forget(legId);
    const kept = all.byLeg.get(legId);
    if (!kept) return undefined;
    all.leave(kept);
    kept.asking?.giveUp(callIsOver());
    return kept;
  };
  return {
    partiesChanged() {
      for (const kept of all.byLeg.values()) {
        if (kept.state === 'recording' && kept.way !== 'none' && strangers(kept).length > 0) askTheNew(steps, kept);
      }
    },
    guestLeft(mediaId) {
      for (const kept of all.byLeg.values()) goOnWithout(steps, kept, mediaId);
    },
    endpointReplaced(old, by) {
      for (const { agreed } of all.byLeg.values()) if (agreed.has(old)) agreed.add(by);
    },
    async legReplaced(old, by) {
      consents.move(old.legId, by.legId);
      const kept = all.byLeg.get(old.legId);
      if (!kept) return;
      all.move(kept, old.legId, by.legId);
      // Immediately and not in turn: a question that is being asked must not hold up the new leg.
      kept.leg = { ...kept.leg, ...by };
      if (kept.begun) await media.moveRecording(old.mediaId, by.mediaId);
    },
    cutOff(legId) {
      const kept = leave(legId);
      if (!kept) return;
      inTurn(kept, async () => {
        if (kept.begun) await media.stopRecording(kept.leg.mediaId, kept.recordingId);
      }).catch((error: unknown) => log.warn({ err: error, ...aboutKept(kept) }, 'recordings: ending one failed'));
    },
    legLeft: (legId) => void leave(legId),
  };
}

function hear(steps: StepParts, fact: MediaFact): void {
  const { all } = steps;
  switch (fact.type) {
    case 'played':
    case 'dtmf':
      for (const kept of all.byLeg.values()) kept.asking?.hear(fact);
      return;
    case 'recorded':
      finish(steps, fact.recordingId, fact.durationMs);
      return;
    case 'recordingFailed':
      fail(steps, fact.recordingId, fact.why);
      return;
    case 'lost':
      for (const kept of [...all.byId.values()].filter(({ leg }) => isLost(fact, leg.mediaId))) {
        if (kept.begun) finish(steps, kept.recordingId, 0);
        else kept.asking?.giveUp(new CallCommandError('MEDIA_FAILED', 'The audio of this call was lost.'));
      }
      return;
    default:
  }
}

const spokenPrompts: ConsentPrompts = (way, locale) => ({
  file: soundFile(way === 'announcement' ? 'recordingAnnouncement' : 'recordingKeypress', locale),
  loop: false,
});
