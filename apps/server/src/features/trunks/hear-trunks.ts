import type { ChangeFeed } from '../../documents/change-feed.ts';
import { topic } from '../../documents/live-source.ts';

const trunkChanged = topic('trunks', 'id', '');
const accountChanged = topic('accounts', 'id', '');

/** Calls `onChange` with the id of each trunk whose row, or whose account's number plan, changes. Gives the way to stop. */
export function hearTrunks(
  feed: ChangeFeed,
  idsOf: (accountId: string) => Promise<readonly string[]>,
  onChange: (trunkId: string) => void,
  onError: (error: unknown) => void,
): () => void {
  return feed.onChange((topics) => {
    for (const one of topics) {
      if (one.startsWith(trunkChanged)) onChange(one.slice(trunkChanged.length));
      if (!one.startsWith(accountChanged)) continue;
      idsOf(one.slice(accountChanged.length)).then((ids) => ids.forEach(onChange), onError);
    }
  });
}
