import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { inboxEventQueryLimit, inboxSubscriptionLimit } from '@sidetone/contract/rules/limits.ts';
import { useEffect, useState } from 'react';
import { useLive } from '#live/live.ts';

export type InboxTab = 'unresolved' | 'all';

interface Calls {
  rows: readonly InboxRow[];
  status: 'loading' | 'ready' | 'failed';
  /** More calls may follow the last one; `more` asks for them. */
  complete: boolean;
  more: () => void;
}

/** The calls of a channel's tab, a hundred at a time, up to the limit of one query. */
export function useCalls(channelId: string, tab: InboxTab): Calls {
  const place = `${channelId} ${tab}`;
  const [asked, setAsked] = useState({ place, limit: inboxSubscriptionLimit });
  const limit = asked.place === place ? asked.limit : inboxSubscriptionLimit;
  const live = useLive(phoneQueries.inbox, {
    channelId,
    limit,
    ...(tab === 'unresolved' ? { unresolvedOnly: true } : {}),
  });

  // A longer list is a new query: the shorter one stays on screen until it has answered.
  const [held, setHeld] = useState<{ place: string; rows: readonly InboxRow[] } | null>(null);
  useEffect(() => {
    if (live.status === 'ready') setHeld({ place, rows: live.rows });
  }, [live, place]);

  const fallback = live.status === 'loading' && held?.place === place ? held.rows : null;
  const received = fallback ?? live.rows;
  return {
    // A call that was just resolved here leaves the tab before the server has said so.
    rows: tab === 'unresolved' ? received.filter((row) => row.unresolved) : received,
    status: fallback ? 'ready' : live.status,
    complete: live.status === 'ready' && (live.rows.length < limit || limit >= inboxEventQueryLimit),
    // The list asks again on every render near its end; until the last answer is here, one question is enough.
    more: () => {
      if (live.status !== 'ready') return;
      setAsked({ place, limit: Math.min(inboxEventQueryLimit, limit + inboxSubscriptionLimit) });
    },
  };
}
