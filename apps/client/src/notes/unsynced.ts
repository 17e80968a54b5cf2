import { withLaterWords } from '#i18n/language.ts';
import { later } from '#platform/later.ts';

/** The pause before the code that sends is asked for again, where the server did not give it, in milliseconds. */
const loadAgainMs = 10_000;

/**
 * Sends notes that are kept on this machine, as soon as their writer is signed in and the server accepts them.
 * `openCall` shows the call of a note that another user changed. Returns the way to stop.
 */
export function startNoteSync(openCall?: (channelId: string, docId: string) => void): () => void {
  let stopped = false;
  let stop = () => {};

  async function load(): Promise<void> {
    if (stopped) return;
    try {
      const { startSync } = await withLaterWords(() => import('./kept/start-sync.ts'))();
      if (!stopped) stop = startSync(openCall);
    } catch {
      // The code is on the server, which is not there.
      const timer = setTimeout(() => void load(), loadAgainMs);
      stop = () => clearTimeout(timer);
    }
  }

  // Nothing of it is seen before a call is looked at.
  later(() => void load());
  return () => {
    stopped = true;
    stop();
  };
}
