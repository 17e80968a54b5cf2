import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxFilter } from '@sidetone/contract/entities/inbox-filter.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { readLive, retryLive, watchLive } from '#live/queries/live.ts';
import { inboxRanges, inboxSource, type RangesSnapshot } from './ranges.ts';

export type InboxTab = 'unresolved' | 'all';

export interface Calls extends RangesSnapshot {
  /** Asks again, where the calls could not be loaded. */
  retry: () => void;
  /** Asks for the calls after the last one. */
  more: () => void;
  /** The window shows these ranges: they stay live. */
  look: (first: number, last: number) => void;
}

/** The calls of a channel's tab: live ranges, as many as the user scrolls through. */
export function useCalls(channelId: string, tab: InboxTab, filter: InboxFilter | null): Calls {
  const key = JSON.stringify(filter);
  const list = useMemo(
    () =>
      inboxRanges(
        inboxSource(
          { watch: watchLive, read: readLive, retry: retryLive },
          {
            channelId,
            ...(tab === 'unresolved' ? { unresolvedOnly: true } : {}),
            ...(key === 'null' ? {} : { filter: JSON.parse(key) as InboxFilter }),
          },
        ),
        'drops rows',
      ),
    [channelId, tab, key],
  );
  const snapshot = useSyncExternalStore(list.subscribe, list.snapshot);
  return useMemo(() => ({ ...snapshot, retry: list.retry, more: list.more, look: list.look }), [snapshot, list]);
}

/** Nothing is left to do about the calls that a row stands for. */
export function isDone({ unresolved, unresolvedCalls }: Pick<InboxRow, 'unresolved' | 'unresolvedCalls'>): boolean {
  return !unresolved && unresolvedCalls === 0;
}
