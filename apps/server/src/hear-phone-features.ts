import type { ChangeFeed } from './documents/change-feed.ts';
import { topic } from './documents/live-source.ts';

const changes = [topic('users', 'id', ''), topic('channels', 'id', '')];

/**
 * Calls `onChange` with the id of each user and channel that changed, and with null where a notice may have been missed: phones
 * show what their keys switch. Gives the way to stop.
 */
export function hearPhoneFeatures(feed: ChangeFeed, onChange: (id: string | null) => void): () => void {
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
