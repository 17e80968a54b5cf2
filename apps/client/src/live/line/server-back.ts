import { backendPingMs } from '@sidetone/contract/rules/call-timing.ts';

/**
 * Asks at once and then every 10 s whether the server answers, and calls back when it does after it did not. A server
 * that answers from the start is not what is wrong, and nobody is called. Returns the way to stop.
 */
export function whenServerIsBack(isUp: () => Promise<boolean>, onBack: () => void): () => void {
  let wasDown = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask() {
    const up = await isUp();
    if (stopped) return;
    if (up && wasDown) {
      onBack();
      return;
    }
    wasDown ||= !up;
    timer = setTimeout(ask, backendPingMs);
  }

  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
