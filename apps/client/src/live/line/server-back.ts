import { backendPingMs } from '@sidetone/contract/rules/call-timing.ts';

/**
 * Asks immediately and then every 10 s whether the server answers, and calls back when it does after an outage. A
 * server that answers from the start is not the problem, and there is no call back. Returns the way to stop.
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
