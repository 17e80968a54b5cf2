import { backendPingMs, isBackendPinged } from '@sidetone/contract/rules/call-timing.ts';

/** What pinging needs of the window and of time. */
interface PingParts {
  window(): { readonly hidden: boolean; readonly focused: boolean };
  every(ms: number, task: () => void): () => void;
}

const browserParts: PingParts = {
  window: () => ({ hidden: document.hidden, focused: document.hasFocus() }),
  every(ms, task) {
    const timer = setInterval(task, ms);
    return () => clearInterval(timer);
  },
};

/**
 * Pings the server every 10 s while the window is visible and has the focus (specification 9), and calls back when the
 * server answers after an outage, so that nothing has to wait for its next attempt. Returns the way to stop.
 */
export function pingBackend(
  isUp: () => Promise<boolean>,
  onBack: () => void,
  parts: PingParts = browserParts,
): () => void {
  let wasDown = false;
  let asking = false;

  async function ping() {
    asking = true;
    const up = await isUp();
    asking = false;
    if (up && wasDown) onBack();
    wasDown = !up;
  }

  return parts.every(backendPingMs, () => {
    if (!asking && isBackendPinged(parts.window())) void ping();
  });
}
