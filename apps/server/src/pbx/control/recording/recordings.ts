import { randomUUID } from 'node:crypto';
import type { OngoingRecording } from '@sidetone/contract/entities/ongoing-call.ts';
import type { ConsentWay } from '../../calls/recording/consent.ts';
import { CallCommandError, type RecordingWish } from '../../commands.ts';
import type { MediaFact, Sound } from '../../media/media.ts';
import { soundFile } from '../../media/sounds.ts';
import type { Recordings } from '../../ports.ts';
import { type Asking, askConsent } from './ask-consent.ts';
import type { RecordedLeg, RecordingDesk, RecordingParts } from './recording-desk.ts';

/** What those hear who are asked, in each language. */
export type ConsentPrompts = (way: ConsentWay, locale: 'de' | 'en') => Sound;

type State = OngoingRecording['state'];

/** The one recording of a leg. */
interface Kept {
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
  agreed: Set<string>;
  asking: Asking | null;
  /** Commands to one recording run one after the other. */
  tail: Promise<unknown>;
}

const byHand: RecordingWish = { speakers: ['USER', 'REMOTE'], mode: 'manual' };
const firstRetryMs = 500;
const lastRetryMs = 10_000;

/**
 * Records the calls of users: one recording for each leg, asked for where the account wants it, kept by `recordings`.
 * What fails here ends no call: the recording is as before and the command rejects.
 */
export const recordingDesk =
  (recordings: Recordings, prompts: ConsentPrompts = spokenPrompts, newId: () => string = randomUUID) =>
  (parts: RecordingParts): RecordingDesk => {
    const { media, clock, log } = parts;
    const byLeg = new Map<string, Kept>();
    /** Until media has said what became of it, also after its leg left. */
    const byId = new Map<string, Kept>();
    const onTrouble = (error: unknown) => log.warn({ err: error }, 'recordings: step failed');

    const show = (kept: Kept, state: State | null) => {
      kept.state = state;
      if (byLeg.get(kept.leg.legId) === kept) parts.changed(kept.leg.legId);
    };
    const forget = (kept: Kept) => {
      const { legId } = kept.leg;
      kept.over = true;
      kept.state = null;
      byId.delete(kept.recordingId);
      if (byLeg.get(legId) !== kept) return;
      byLeg.delete(legId);
      parts.changed(legId);
    };
    const inTurn = <T>(kept: Kept, task: () => Promise<T>): Promise<T> => {
      const done = kept.tail.then(task);
      kept.tail = done.catch(() => undefined);
      return done;
    };
    /** What is said about a file that is complete must not be lost to a database that is away for a moment. */
    const untilNoted = (task: () => Promise<void>, wait = firstRetryMs): void => {
      task().catch((error: unknown) => {
        onTrouble(error);
        clock.after(wait, () => untilNoted(task, Math.min(wait * 2, lastRetryMs)));
      });
    };
    const note = (kept: Kept, state: 'recording' | 'paused' | 'stopped') => {
      log.info(aboutKept(kept), `recording: ${state}`);
      recordings.stateChanged(kept.recordingId, state).catch(onTrouble);
    };

    /** Asks everybody who has not agreed yet, where the account wants it; nothing is recorded meanwhile. */
    async function agree(kept: Kept, before: State | null, settings: Settings): Promise<void> {
      const { recordingConsent: way, locale } = settings;
      kept.way = way;
      if (way === 'none') return;
      const whom = strangers(kept);
      if (whom.length === 0) return;
      const prompt = prompts(way, locale);
      kept.asking = askConsent({ way, whom, prompt, present: () => kept.leg.others() }, { media, clock, onTrouble });
      show(kept, 'asking');
      let agreed: readonly string[];
      try {
        agreed = await kept.asking.agreed;
      } catch (error) {
        kept.asking = null;
        if (!kept.over) show(kept, before);
        throw error;
      }
      kept.asking = null;
      // Without a proof that they agreed, nothing is recorded.
      if (agreed.length > 0) await recordings.consented(kept.recordingId, way, clock.now());
      for (const each of agreed) kept.agreed.add(each);
    }

    async function begin(kept: Kept, { mode, speakers }: RecordingWish): Promise<void> {
      const { leg, recordingId } = kept;
      const { accountId, userId, channelId, docId, sessionId } = leg;
      let isOpened = false;
      try {
        const settings = await parts.callSettings(accountId);
        const mustAsk = settings.recordingConsent !== 'none' && leg.others().length > 0;
        const about = { recordingId, accountId, userId, channelId, docId, sessionId, at: clock.now() };
        const { path } = await recordings.opened({ ...about, mode }, mustAsk);
        isOpened = true;
        if (!kept.over) await agree(kept, null, settings);
        if (kept.over) throw over();
        await media.startRecording(kept.leg.mediaId, { recordingId, path, speakers });
        kept.begun = true;
        if (kept.over) return;
        show(kept, 'recording');
        note(kept, 'recording');
      } catch (cause) {
        forget(kept);
        const failure = asCommandError(cause, 'The recording could not be started.');
        if (isOpened) untilNoted(() => recordings.failed(recordingId, failure.message));
        throw failure;
      }
    }

    async function goOn(kept: Kept): Promise<void> {
      if (kept.over) throw over();
      const { state: before } = kept;
      if (before === 'recording') return;
      try {
        await agree(kept, before, await parts.callSettings(kept.leg.accountId));
        await media.pauseRecording(kept.leg.mediaId, kept.recordingId, false);
      } catch (cause) {
        if (!kept.over) show(kept, before);
        throw asCommandError(cause, 'The recording could not be continued.');
      }
      if (kept.over) throw over();
      show(kept, 'recording');
      note(kept, 'recording');
    }

    async function rest(kept: Kept, state: 'paused' | 'stopped'): Promise<void> {
      if (kept.over) throw over();
      if (kept.state === state) return;
      try {
        await media.pauseRecording(kept.leg.mediaId, kept.recordingId, true);
      } catch (cause) {
        throw asCommandError(cause, 'The recording could not be stopped.');
      }
      if (kept.over) return;
      show(kept, state);
      note(kept, state);
    }

    /** Somebody new is heard: first of all nothing more is recorded. */
    function askTheNew(kept: Kept): void {
      const paused = media.pauseRecording(kept.leg.mediaId, kept.recordingId, true);
      paused.catch(onTrouble);
      show(kept, 'stopped');
      inTurn(kept, async () => {
        await paused;
        await recordings.stateChanged(kept.recordingId, 'stopped').catch(onTrouble);
        await goOn(kept);
      }).catch((error: unknown) => log.info({ err: error, ...aboutKept(kept) }, 'recordings: resuming failed'));
    }

    /** `durationMs` 0: unknown, the file itself knows. */
    const finish = (recordingId: string, durationMs: number) => {
      const kept = byId.get(recordingId);
      if (kept) forget(kept);
      log.info({ recordingId, durationMs, ...(kept && aboutKept(kept)) }, 'recorded');
      untilNoted(() => recordings.finished(recordingId, durationMs));
    };

    return {
      async start(leg, how = byHand) {
        const known = byLeg.get(leg.legId);
        if (known) {
          known.leg = leg;
          await inTurn(known, () => goOn(known));
          return { recordingId: known.recordingId };
        }
        const kept = newlyKept(newId(), leg);
        byLeg.set(leg.legId, kept);
        byId.set(kept.recordingId, kept);
        await inTurn(kept, () => begin(kept, how));
        return { recordingId: kept.recordingId };
      },

      async change(leg, recordingId, state) {
        const kept = byLeg.get(leg.legId);
        if (!kept || (recordingId !== null && recordingId !== kept.recordingId)) {
          if (recordingId === null && state !== 'recording') return;
          throw new CallCommandError('NO_SUCH_CALL', 'This call has no such recording.');
        }
        kept.leg = leg;
        if (state === 'recording') return await inTurn(kept, () => goOn(kept));
        kept.asking?.giveUp(new CallCommandError('WRONG_STATE', 'The recording was stopped before it began.'));
        await inTurn(kept, () => (kept.over ? Promise.resolve() : rest(kept, state)));
      },

      partiesChanged() {
        for (const kept of byLeg.values()) {
          if (kept.state === 'recording' && kept.way !== 'none' && strangers(kept).length > 0) askTheNew(kept);
        }
      },

      stateOf(legId) {
        const kept = byLeg.get(legId);
        return kept?.state ? { id: kept.recordingId, state: kept.state } : null;
      },

      memoryOf(legId) {
        const kept = byLeg.get(legId);
        if (!kept?.begun || kept.state === null) return null;
        return { recordingId: kept.recordingId, state: kept.state, way: kept.way, agreed: [...kept.agreed] };
      },

      takeUp(leg, { recordingId, state, way, agreed }) {
        const kept = newlyKept(recordingId, leg);
        // A question ended with the life that asked it.
        const now = state === 'asking' ? 'stopped' : state;
        Object.assign(kept, { state: now, way, agreed: new Set(agreed), begun: true } satisfies Partial<Kept>);
        byLeg.set(leg.legId, kept);
        byId.set(recordingId, kept);
      },

      endpointReplaced(old, by) {
        for (const { agreed } of byLeg.values()) if (agreed.has(old)) agreed.add(by);
      },

      async legReplaced(old, by) {
        const kept = byLeg.get(old.legId);
        if (!kept) return;
        byLeg.delete(old.legId);
        byLeg.set(by.legId, kept);
        // At once and not in turn: a question that is being asked must not hold up the new leg.
        kept.leg = { ...kept.leg, ...by };
        if (kept.begun) await media.moveRecording(old.mediaId, by.mediaId);
      },

      legLeft(legId) {
        const kept = byLeg.get(legId);
        if (!kept) return;
        byLeg.delete(legId);
        kept.over = true;
        kept.asking?.giveUp(over());
      },

      mediaFact(fact: MediaFact) {
        switch (fact.type) {
          case 'played':
          case 'dtmf':
            for (const kept of byLeg.values()) kept.asking?.hear(fact);
            return;
          case 'recorded':
            finish(fact.recordingId, fact.durationMs);
            return;
          case 'recordingFailed': {
            const kept = byId.get(fact.recordingId);
            if (kept) forget(kept);
            log.error(
              { recordingId: fact.recordingId, why: fact.why, ...(kept && aboutKept(kept)) },
              'recordings: recording failed',
            );
            untilNoted(() => recordings.failed(fact.recordingId, fact.why));
            return;
          }
          case 'lost':
            for (const kept of [...byId.values()]) {
              if (kept.begun) finish(kept.recordingId, 0);
              else kept.asking?.giveUp(new CallCommandError('MEDIA_FAILED', 'The audio of this call was lost.'));
            }
            return;
          default:
        }
      },
    };
  };

const newlyKept = (recordingId: string, leg: RecordedLeg): Kept => ({
  recordingId,
  leg,
  state: null,
  begun: false,
  over: false,
  way: 'none',
  agreed: new Set(),
  asking: null,
  tail: Promise.resolve(),
});

const spokenPrompts: ConsentPrompts = (way, locale) => ({
  file: soundFile(way === 'announcement' ? 'recordingAnnouncement' : 'recordingKeypress', locale),
  loop: false,
});

/** Who is heard and has not agreed. */
const strangers = (kept: Kept): string[] => kept.leg.others().filter((each) => !kept.agreed.has(each));

type Settings = Awaited<ReturnType<RecordingParts['callSettings']>>;

const over = () => new CallCommandError('NO_SUCH_CALL', 'The call is over.');

const asCommandError = (cause: unknown, message: string): CallCommandError =>
  cause instanceof CallCommandError ? cause : new CallCommandError('MEDIA_FAILED', message, { cause });

/** What every line about a recording says. */
const aboutKept = ({ recordingId, leg: { callId, sessionId, legId } }: Kept) => ({
  recordingId,
  callId,
  sessionId,
  legId,
});
