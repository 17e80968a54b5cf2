import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadInfo, ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { inboxEventQueryLimit, inboxSubscriptionLimit } from '@sidetone/contract/rules/limits.ts';
import { useEffect, useState } from 'react';
import { useLive } from '#live/live.ts';

export interface Thread {
  /** Null while it loads, and where nobody and nothing of that name is known. */
  readonly info: ThreadInfo | null;
  readonly rows: readonly InboxRow[];
  readonly status: 'loading' | 'ready' | 'failed' | 'missing';
  /** Nothing follows the last row. */
  readonly complete: boolean;
  /** Asks for older calls, a hundred at a time. */
  more(): void;
}

/** The calls of a channel with one other side, all of them or those about a topic, and what stands around them. */
export function useThread(channelId: string, of: ThreadOf, topic: string | null): Thread {
  const place = JSON.stringify([channelId, of, topic]);
  const [asked, setAsked] = useState({ place, limit: inboxSubscriptionLimit });
  const limit = asked.place === place ? asked.limit : inboxSubscriptionLimit;
  const info = useLive(phoneQueries.threadInfo, { channelId, of });
  const live = useLive(phoneQueries.thread, { channelId, of, limit, ...(topic === null ? {} : { topic }) });

  // A longer list is a new query: the shorter one stays on screen until it has answered.
  const [held, setHeld] = useState<{ place: string; rows: readonly InboxRow[] } | null>(null);
  useEffect(() => {
    if (live.status === 'ready') setHeld({ place, rows: live.rows });
  }, [live, place]);
  const fallback = live.status === 'loading' && held?.place === place ? held.rows : null;

  return {
    info: info.rows[0] ?? null,
    rows: fallback ?? live.rows,
    status: statusOf(info.status, info.rows.length > 0, fallback ? 'ready' : live.status),
    complete: live.status === 'ready' && (live.rows.length < limit || limit >= inboxEventQueryLimit),
    more: () => {
      if (live.status !== 'ready') return;
      setAsked({ place, limit: Math.min(inboxEventQueryLimit, limit + inboxSubscriptionLimit) });
    },
  };
}

type LiveStatus = 'loading' | 'ready' | 'failed';

function statusOf(info: LiveStatus, known: boolean, rows: LiveStatus): Thread['status'] {
  if (info === 'ready' && !known) return 'missing';
  if (info === 'failed' || rows === 'failed') return 'failed';
  return info === 'loading' || rows === 'loading' ? 'loading' : 'ready';
}
