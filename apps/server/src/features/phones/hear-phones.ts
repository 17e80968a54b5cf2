import type { ChangeFeed } from '../../documents/change-feed.ts';
import { topic } from '../../documents/live-source.ts';

const changed = topic('phones', 'id', '');

/** Calls `onChange` with the id of each phone of the classic generation whose row changes. Gives the way to stop. */
export function hearPhones(feed: ChangeFeed, onChange: (phoneId: string) => void): () => void {
  return feed.onChange((topics) => {
    for (const one of topics) if (one.startsWith(changed)) onChange(one.slice(changed.length));
  });
}
