import { dtmfBatchMs } from '@sidetone/contract/rules/call-timing.ts';
import { hearsTones } from '../core/call-machine.ts';
import { isTones } from '../core/dial-rules.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

export interface Tones {
  /**
   * Takes typed keys; those within 500 ms go out as one, and the promises then fulfil. Keys that are no tones, or come
   * too early, are dropped. Throws what `record` threw, where the keys hold the code for a recording.
   */
  type(id: string, text: string): Promise<void>;
  /** Forgets keys that were typed and not sent yet. */
  drop(id: string): void;
}

interface Batch {
  text: string;
  readonly sent: PromiseWithResolvers<void>;
  readonly cancel: () => void;
}

/** `record` starts or stops a recording as its key does, and so asks the user first. */
export function createTones(
  { clock, log }: Pick<Parts, 'clock' | 'log'>,
  stage: Stage,
  record: (id: string) => Promise<void>,
): Tones {
  const waiting = new Map<string, Batch>();

  function send(id: string, tones: string) {
    if (tones === '') return;
    try {
      stage.engineCalls.get(id)?.sendTones(tones);
    } catch (cause) {
      log('warn', 'tones not sent', { sessionId: id, cause: String(cause) });
    }
  }

  async function sendBatch(id: string, text: string) {
    const code = stage.engineCalls.get(id)?.recordingCode;
    const [first = '', ...others] = code === undefined ? [text] : text.split(code);
    send(id, first);
    const asked = others.length === 0 ? null : record(id);
    for (const tones of others) send(id, tones);
    await asked;
  }

  function flush(id: string) {
    const batch = waiting.get(id);
    waiting.delete(id);
    if (batch !== undefined) sendBatch(id, batch.text).then(batch.sent.resolve, batch.sent.reject);
  }

  return {
    async type(id, text) {
      const call = stage.call(id);
      if (call === null || !hearsTones(call.state) || !isTones(text)) return;
      stage.change(id, { typed: call.typed + text });
      const batch = waiting.get(id);
      if (batch !== undefined) {
        batch.text += text;
        return batch.sent.promise;
      }
      const sent = Promise.withResolvers<void>();
      waiting.set(id, { text, sent, cancel: clock.after(dtmfBatchMs, () => flush(id)) });
      return sent.promise;
    },
    drop(id) {
      waiting.get(id)?.cancel();
      waiting.get(id)?.sent.resolve();
      waiting.delete(id);
    },
  };
}
