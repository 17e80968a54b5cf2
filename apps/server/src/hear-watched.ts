import type { ChangeFeed } from './documents/change-feed.ts';
import { hearKeys } from './documents/hear-keys.ts';
import { topic } from './documents/live-source.ts';

const changes = [topic('extensions', 'account_id', ''), topic('users', 'account_id', '')];

/**
 * Calls `onChange` with each account whose extensions or people changed, and with null where a notice may have been
 * missed. Gives the way to stop.
 */
export const hearWatched = (feed: ChangeFeed, onChange: (accountId: string | null) => void): (() => void) =>
  hearKeys(feed, changes, onChange);
