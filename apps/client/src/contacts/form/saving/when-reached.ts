import { backendPingMs } from '@sidetone/contract/rules/call-timing.ts';
import { connection } from '#live/line/connection.ts';
import { isServerUp } from '#live/line/health.ts';

/**
 * Calls back once when the server can be reached: immediately when the network comes back, else when the server
 * answers.
 */
export function whenReached(
  onReached: () => void,
  { isUp = isServerUp, page = window as EventTarget }: { isUp?: () => Promise<boolean>; page?: EventTarget } = {},
): () => void {
  let over = false;
  let asking = false;

  const stop = () => {
    over = true;
    clearInterval(timer);
    page.removeEventListener('online', ask);
    unfollow();
  };

  async function ask() {
    if (asking) return;
    asking = true;
    const up = await isUp();
    asking = false;
    if (over || !up) return;
    stop();
    onReached();
  }

  const timer = setInterval(ask, backendPingMs);
  page.addEventListener('online', ask);
  const unfollow = connection.subscribe(({ live }, before) => {
    if (live === 'open' && before.live !== 'open') void ask();
  });
  return stop;
}
