import type { ChangeFeed } from './documents/change-feed.ts';
import { topic } from './documents/live-source.ts';

const changed = topic('voicemails', 'channel_id', '');
const joined = topic('channel_members', 'user_id', '');

/**
 * Calls `onChange` with each user whose waiting messages may have changed: a voicemail of a channel came, was heard or
 * went, or the user joined or left a channel. `whoHears` names the users of a channel. Gives the way to stop.
 */
export function hearVoicemails(
  feed: ChangeFeed,
  whoHears: (channelId: string) => Promise<readonly string[]>,
  onChange: (userId: string) => void,
  onTrouble: (error: unknown) => void,
): () => void {
  return feed.onChange((topics) => {
    for (const one of topics) {
      if (one.startsWith(joined)) onChange(one.slice(joined.length));
      if (!one.startsWith(changed)) continue;
      whoHears(one.slice(changed.length))
        .then((userIds) => userIds.forEach(onChange))
        .catch(onTrouble);
    }
  });
}
