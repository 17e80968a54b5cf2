import type { Call, CallQuality } from '../../core/call.ts';
import type { Clock } from '../../core/clock.ts';
import type { Stage } from '../stage.ts';

/** Figures tell of a person from this long after their answer, and no longer of the silence before. */
const settlesMs = 2000;

/**
 * Shows how the connection of call `id` sounds, on both lines of a warm transfer. Silence is right before the answer:
 * figures from then are kept, and shown if they still apply after the answer.
 */
export function rateLines(stage: Stage, clock: Clock, id: string): (quality: CallQuality) => void {
  let latest: CallQuality | null = null;
  let waits = false;

  /** The call that the user hears, or is about to hear, through this connection. */
  function heard(): Call | null {
    const { transfer } = stage.store.getState();
    return stage.call(transfer?.initialId === id ? transfer.targetId : id);
  }

  const isSilent = () => {
    const call = heard();
    return call !== null && (call.state === 'Initial' || call.state === 'Ringing');
  };

  function show() {
    const { transfer } = stage.store.getState();
    stage.change(id, { quality: latest });
    if (transfer?.initialId === id) stage.change(transfer.targetId, { quality: latest });
  }

  function waitForAnswer() {
    waits = true;
    const stop = stage.store.subscribe(() => {
      if (isSilent()) return;
      stop();
      clock.after(settlesMs, () => {
        waits = false;
        if (isSilent()) waitForAnswer();
        else show();
      });
    });
  }

  return (quality) => {
    latest = quality;
    if (waits) return;
    if (isSilent()) waitForAnswer();
    else show();
  };
}
