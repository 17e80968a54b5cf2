/** After how long the part that sends is asked for again, where the server did not give it, in milliseconds. */
const loadAgainMs = 10_000;

/**
 * Sends notes that were kept on this machine, as soon as there is someone signed in whose they are and a server that takes
 * them. `openCall` shows the call of one that someone else wrote over. Returns the way to stop.
 */
export function startNoteSync(openCall?: (channelId: string, docId: string) => void): () => void {
  let stopped = false;
  let stop = () => {};

  async function load(): Promise<void> {
    try {
      const { startSync } = await import('./kept/start-sync.ts');
      if (!stopped) stop = startSync(openCall);
    } catch {
      // It lies on the server that is not there.
      const timer = setTimeout(() => void load(), loadAgainMs);
      stop = () => clearTimeout(timer);
    }
  }

  void load();
  return () => {
    stopped = true;
    stop();
  };
}
