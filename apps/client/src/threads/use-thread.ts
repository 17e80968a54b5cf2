import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadInfo, ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { inboxRanges, type RangeSource } from '#inbox/ranges.ts';
import { readLive, retryLive, useLive, watchLive } from '#live/queries/live.ts';
import { rangeAt } from './range-at.ts';

export interface Thread {
  /** Null while it loads, and where no such other side is known. */
  readonly info: ThreadInfo | null;
  readonly rows: readonly InboxRow[];
  readonly status: 'loading' | 'ready' | 'failed' | 'missing';
  /** Nothing follows the last row. */
  readonly complete: boolean;
  /** Asks for older calls, a hundred at a time. */
  more(): void;
  /** The window shows the calls from one place in `rows` to another: they and those beside them stay live. */
  look(first: number, last: number): void;
}

/** The calls of a channel with one other side, all of them or those about a topic, and the details around them. */
export function useThread(channelId: string, of: ThreadOf, topic: string | null): Thread {
  const place = JSON.stringify(of);
  const info = useLive(phoneQueries.threadInfo, { channelId, of });
  const list = useMemo(
    () => inboxRanges(sourceOf(channelId, JSON.parse(place), topic), 'keeps rows'),
    [channelId, place, topic],
  );
  const { ranges, status, complete } = useSyncExternalStore(list.subscribe, list.snapshot);
  const rows = useMemo(() => ranges.flatMap((range) => range.rows ?? []), [ranges]);
  return {
    info: info.rows[0] ?? null,
    rows,
    status: statusOf(isNowhere(info.error) ? 'ready' : info.status, info.rows.length > 0, status),
    complete,
    more: list.more,
    look: (first, last) => list.look(rangeAt(ranges, first), rangeAt(ranges, last)),
  };
}

function sourceOf(channelId: string, of: ThreadOf, topic: string | null): RangeSource {
  const query = phoneQueries.thread;
  const thread = { channelId, of, ...(topic === null ? {} : { topic }) };
  return {
    read: (asked) => readLive(query, { ...thread, ...asked }),
    watch: (asked, heard, lingerMs) => watchLive(query, { ...thread, ...asked }, heard, lingerMs),
    retry: (asked) => retryLive(query, { ...thread, ...asked }),
  };
}

/** The server gives an impossible id the same answer as an unknown one. */
const isNowhere = (error: { code: string } | null): boolean => error?.code === 'NOT_FOUND';

type LiveStatus = 'loading' | 'ready' | 'failed';

function statusOf(info: LiveStatus, known: boolean, rows: LiveStatus): Thread['status'] {
  if (info === 'ready' && !known) return 'missing';
  if (info === 'failed' || rows === 'failed') return 'failed';
  return info === 'loading' || rows === 'loading' ? 'loading' : 'ready';
}
