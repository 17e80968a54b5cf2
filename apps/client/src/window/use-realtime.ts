import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect, useState } from 'react';
import { useCallsView } from '#calls/calls.ts';
import { joinRealtime } from '#live/line/realtime.ts';
import { useLive } from '#live/queries/live.ts';

/** The channel is joined after this many milliseconds even where the phone is not registered. */
const patienceMs = 3_000;

/**
 * Joins the user's own channel for as long as they are signed in. Phones of the classic generation hear on it what happens to
 * their calls, and wait for it. Other phones ring without it, and its library takes time to load: so there the phone is
 * first.
 */
export function useRealtime(webUserId: string | null): void {
  const { line } = useCallsView();
  const account = useLive(phoneQueries.account, {}).rows[0];
  const isReady = account !== undefined && (!account.flags.hasNeoPbx || line.status === 'REGISTERED');
  // Whose phone was ready, or has had its time: each user after another waits again.
  const [dueFor, setDueFor] = useState<string | null>(null);
  if (isReady && dueFor !== webUserId) setDueFor(webUserId);

  useEffect(() => {
    const timer = setTimeout(() => setDueFor(webUserId), patienceMs);
    return () => clearTimeout(timer);
  }, [webUserId]);

  const isDue = webUserId !== null && dueFor === webUserId;
  useEffect(() => (isDue ? joinRealtime(webUserId) : undefined), [webUserId, isDue]);
}
