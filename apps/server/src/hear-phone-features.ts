import type { ChangeFeed } from './documents/change-feed.ts';
import { hearKeys } from './documents/hear-keys.ts';
import { topic } from './documents/live-source.ts';

const changes = [topic('users', 'id', ''), topic('channels', 'id', '')];

/**
 * Calls `onChange` with the id of each user and channel that changed, and with null where a notice may have been missed: phones
 * show what their keys switch. Gives the way to stop.
 */
export const hearPhoneFeatures = (feed: ChangeFeed, onChange: (id: string | null) => void): (() => void) =>
  hearKeys(feed, changes, onChange);
