import { recordingSavingShownMs } from '@sidetone/contract/rules/call-timing.ts';
import { hearsTones } from '../core/call-machine.ts';
import { isRecordingBusy, mayStartRecording, type RecordingEvent, recordingAfter } from '../core/recording.ts';
import type { EngineFact } from '../engine/call-engine.ts';
import { CallError } from '../engine/call-error.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

export interface Recorder {
  /**
   * Starts, continues or stops. Throws `CallError` CONSENT_NEEDED before a start for which the user needs a reminder.
   */
  toggle(id: string): Promise<void>;
  /** The user confirmed: starts, and with `remember` doesn't remind them again. */
  confirm(id: string, how: { remember: boolean }): Promise<void>;
  /** Takes the state that the phone system reports. */
  follow(id: string, state: Extract<EngineFact, { type: 'recording' }>['state']): void;
}

const eventOf: Record<Extract<EngineFact, { type: 'recording' }>['state'], RecordingEvent> = {
  none: 'ended',
  asking: 'asked',
  recording: 'runs',
  stopped: 'ended',
};

/** Records calls. A recording belongs to the user's leg, so both lines of a warm transfer show the same one. */
export function createRecorder({ clock, surroundings, log }: Parts, stage: Stage): Recorder {
  /** Calls for which the user has confirmed: continuing a recording needs no question. */
  const confirmed = new Set<string>();

  function go(id: string, event: RecordingEvent) {
    const ids = sharing(stage, id);
    const call = stage.call(ids[0] ?? id);
    if (call === null) return;
    const recording = recordingAfter(call.recording, event, clock.now());
    if (recording === call.recording) return;
    for (const each of ids) stage.change(each, { recording });
    if (recording.state === 'saving') clock.after(recordingSavingShownMs, () => go(id, 'shown'));
  }

  async function record(id: string, on: boolean) {
    const [leg = id] = sharing(stage, id);
    go(leg, on ? 'start' : 'stop');
    try {
      await stage.engineCalls.get(leg)?.record(on);
      if (!on) go(leg, 'ended');
    } catch (error) {
      go(leg, on ? 'startFailed' : 'stopFailed');
      // A call that ended in the meantime could not be recorded, which is no error.
      if (!hearsTones(stage.call(leg)?.state ?? 'Terminated')) return;
      log('error', 'recording failed', { sessionId: leg, on, cause: String(error) });
      throw error instanceof CallError
        ? error
        : new CallError(on ? 'RECORDING_START_FAILED' : 'RECORDING_STOP_FAILED', error);
    }
  }

  return {
    async toggle(id) {
      const call = stage.call(id);
      if (call === null || !hearsTones(call.state) || isRecordingBusy(call.recording)) return;
      const start = mayStartRecording(call.recording);
      const known = surroundings.skipRecordingConsent() || sharing(stage, id).some((each) => confirmed.has(each));
      if (start && !known) throw new CallError('CONSENT_NEEDED');
      await record(id, start);
    },

    async confirm(id, { remember }) {
      const call = stage.call(id);
      if (call === null || !hearsTones(call.state) || !mayStartRecording(call.recording)) return;
      for (const each of confirmed) if (stage.call(each) === null) confirmed.delete(each);
      confirmed.add(id);
      if (remember) {
        surroundings.rememberConsent().catch((cause: unknown) => {
          log('warn', 'consent not remembered', { sessionId: id, cause: String(cause) });
        });
      }
      await record(id, true);
    },

    follow: (id, state) => go(id, eventOf[state]),
  };
}

/** The call whose leg this is, and all that share it. */
function sharing(stage: Stage, id: string): readonly string[] {
  const { transfer } = stage.store.getState();
  if (transfer === null || (id !== transfer.initialId && id !== transfer.targetId)) return [id];
  return [transfer.initialId, transfer.targetId];
}
