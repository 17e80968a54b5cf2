import { dtmfBatchMs } from '@sidetone/contract/rules/call-timing.ts';
import { hearsTones } from '../core/call-machine.ts';
import { isTones } from '../core/dial-rules.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

export interface Tones {
  /** Takes typed keys; what comes within 500 ms goes out as one. Anything that is no tone, or comes too early, is dropped. */
  type(id: string, text: string): void;
  /** Forgets what was typed and not sent yet. */
  drop(id: string): void;
}

export function createTones({ clock, log }: Pick<Parts, 'clock' | 'log'>, stage: Stage): Tones {
  const waiting = new Map<string, { text: string; cancel: () => void }>();

  function send(id: string) {
    const tones = waiting.get(id)?.text;
    waiting.delete(id);
    if (tones === undefined) return;
    try {
      stage.engineCalls.get(id)?.sendTones(tones);
    } catch (cause) {
      log('warn', 'tones not sent', { sessionId: id, cause: String(cause) });
    }
  }

  return {
    type(id, text) {
      const call = stage.call(id);
      if (call === null || !hearsTones(call.state) || !isTones(text)) return;
      stage.change(id, { typed: call.typed + text });
      const batch = waiting.get(id);
      if (batch === undefined) waiting.set(id, { text, cancel: clock.after(dtmfBatchMs, () => send(id)) });
      else batch.text += text;
    },
    drop(id) {
      waiting.get(id)?.cancel();
      waiting.delete(id);
    },
  };
}
