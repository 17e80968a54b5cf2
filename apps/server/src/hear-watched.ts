import type { ChangeFeed } from './documents/change-feed.ts';
import { topic } from './documents/live-source.ts';

const changes = [topic('extensions', 'account_id', ''), topic('users', 'account_id', '')];

/**
 * Calls `onChange` with each account whose extensions or people changed, and with null where a notice may have been
 * missed. Gives the way to stop.
 */
export function hearWatched(feed: ChangeFeed, onChange: (accountId: string | null) => void): () => void {
  const stopChanges = feed.onChange((topics) => {
    for (const one of topics) {
      const begin = changes.find((each) => one.startsWith(each));
      if (begin !== undefined) onChange(one.slice(begin.length));
    }
  });
  const stopGaps = feed.onGap(() => onChange(null));
  return () => {
    stopChanges();
    stopGaps();
  };
}
