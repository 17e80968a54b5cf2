import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { order, useCallsView } from '#calls/calls.ts';
import { hurryRealtime, realtime } from '#live/line/realtime.ts';
import { hurryLive, useLiveState } from '#live/queries/live.ts';
import { socketOf } from './banner-order.ts';

/** A lost connection often comes back immediately; before this many milliseconds users are not told. */
const quietMs = 1500;
/** After this many milliseconds users who wait may want to act. */
const patienceMs = 20_000;
/** How long a requested attempt is shown, in milliseconds, since a failure may come as fast as a click. */
const attemptMs = 4000;

/** The state of the connection to the server, as a banner tells it, and the way to try again immediately. */
export function useSocket(): { state: 'fine' | 'reconnecting' | 'failed'; reconnect: () => void } {
  const { line } = useCallsView();
  const live = useLiveState();
  const status = useStore(realtime, (state) => state.status);
  const now = socketOf({ realtime: status, line, live });
  const lost = useLasting(now !== 'fine', quietMs);
  const long = useLasting(now !== 'fine', patienceMs);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    if (asked === 0) return;
    const timer = setTimeout(() => setAsked(0), attemptMs);
    return () => clearTimeout(timer);
  }, [asked]);

  const failed = now === 'failed' || (now === 'reconnecting' && long);
  return {
    state:
      now === 'fine' ? 'fine' : failed ? (asked === 0 ? 'failed' : 'reconnecting') : lost ? 'reconnecting' : 'fine',
    reconnect() {
      setAsked(Date.now());
      hurryRealtime();
      hurryLive();
      void order('reconnect');
    },
  };
}

/** Whether a condition has been true for a while. */
function useLasting(now: boolean, afterMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), afterMs);
    return () => clearTimeout(timer);
  }, [now, afterMs]);
  return now && lasting;
}
