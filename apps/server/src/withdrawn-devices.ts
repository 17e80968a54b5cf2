import type { ChangeFeed } from './documents/change-feed.ts';
import { topic } from './documents/live-source.ts';

/** Devices are announced when their row is removed, and only then. */
const removed = topic('endpoints', 'id', '');

/**
 * Calls `onWithdrawn` with the id of each device whose row is removed, by whatever process: a phone that was taken away
 * must not ring until its registration runs out. Gives the way to stop listening.
 */
export function hearWithdrawnDevices(feed: ChangeFeed, onWithdrawn: (endpointId: string) => void): () => void {
  return feed.onChange((topics) => {
    for (const one of topics) if (one.startsWith(removed)) onWithdrawn(one.slice(removed.length));
  });
}
