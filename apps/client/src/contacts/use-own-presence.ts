import type { User } from '@sidetone/contract/entities/user.ts';
import { useEffect, useState } from 'react';
import { useCallsView } from '#calls/calls.ts';
import { useLiveState } from '#live/queries/live.ts';
import { useOnline } from '#platform/online.ts';
import { useColleagues } from './colleagues.ts';
import { ownStatus } from './own-status.ts';
import { type PresenceLook, presenceLook } from './presence.ts';

/** The server hears of a line within this many milliseconds, and tells everyone. */
const settledMs = 5000;

/** The shape and the word of the user's own status, as it is true in this window. */
export function useOwnPresence(me: User): PresenceLook {
  const told = useColleagues().get(me.webUserId)?.neoPbxStatus ?? 'UNKNOWN';
  const { line } = useCallsView();
  const live = useLiveState();
  const online = useOnline();
  const isThere = line.status === 'REGISTERED';
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isThere) return setIsSettled(false);
    const timer = setTimeout(() => setIsSettled(true), settledMs);
    return () => clearTimeout(timer);
  }, [isThere]);
  const status = ownStatus({ told, isDnd: me.isDnd === true, online, live, line, isSettled });
  return status === 'connecting' ? { mark: 'unknown', word: 'connecting' } : presenceLook(status);
}
