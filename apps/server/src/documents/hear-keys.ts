import type { ChangeFeed } from './change-feed.ts';

/**
 * Calls `onKey` with what follows one of these beginnings in the topics of each change, and with null where a notice may have
 * been missed. Gives the way to stop.
 */
export function hearKeys(
  feed: Pick<ChangeFeed, 'onChange' | 'onGap'>,
  beginnings: readonly string[],
  onKey: (key: string | null) => void,
): () => void {
  const stopChanges = feed.onChange((topics) => {
    for (const one of topics) {
      const begin = beginnings.find((each) => one.startsWith(each));
      if (begin !== undefined) onKey(one.slice(begin.length));
    }
  });
  const stopGaps = feed.onGap(() => onKey(null));
  return () => {
    stopChanges();
    stopGaps();
  };
}
