import type { ChangeFeed } from './documents/change-feed.ts';
import { topic } from './documents/live-source.ts';

/** Devices are announced when their row is removed or their password withdrawn, and only then. */
const withdrawn = topic('endpoints', 'id', '');

/**
 * Calls `onWithdrawn` with the id of each device whose row is removed or whose password is withdrawn, by whatever process:
 * a phone that was taken away must not ring until its registration runs out. Calls `lookAtAll` where such a notice may have
 * been missed. Gives the way to stop listening.
 */
export function hearWithdrawnDevices(
  feed: ChangeFeed,
  onWithdrawn: (endpointId: string) => void,
  lookAtAll: () => void,
): () => void {
  const stopChanges = feed.onChange((topics) => {
    for (const one of topics) if (one.startsWith(withdrawn)) onWithdrawn(one.slice(withdrawn.length));
  });
  const stopGaps = feed.onGap(lookAtAll);
  return () => {
    stopChanges();
    stopGaps();
  };
}
