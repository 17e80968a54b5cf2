import type { ChangeFeed } from '../../documents/change-feed.ts';
import { topic } from '../../documents/live-source.ts';

/** Devices are announced when their row is removed or their password withdrawn, and only then. */
const withdrawn = topic('endpoints', 'id', '');
/** Apps likewise when a sign-in of their user ended. */
const signInEnded = topic('endpoints', 'sign_in_of', '');

/**
 * Calls `onWithdrawn` with the id of each device whose row is removed or whose password is withdrawn, by whatever process:
 * a phone that was taken away must not ring until its registration runs out. Calls `look` with the id of an app whose user has
 * fewer sign-ins now, and with null, for all devices, where a notice may have been missed. Gives the way to stop listening.
 */
export function hearWithdrawnDevices(
  feed: ChangeFeed,
  onWithdrawn: (endpointId: string) => void,
  look: (endpointId: string | null) => void,
): () => void {
  const stopChanges = feed.onChange((topics) => {
    for (const one of topics) {
      if (one.startsWith(withdrawn)) onWithdrawn(one.slice(withdrawn.length));
      if (one.startsWith(signInEnded)) look(one.slice(signInEnded.length));
    }
  });
  const stopGaps = feed.onGap(() => look(null));
  return () => {
    stopChanges();
    stopGaps();
  };
}
