import { useEffect, useState } from 'react';

/** Whole seconds since a moment (milliseconds since 1970), counted on every second; 0 without a moment. */
export function useSeconds(since: number | null): number {
  const now = useNow(since !== null);
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000));
}

/** The time in milliseconds since 1970, told every second while it `ticks`. */
export function useNow(ticks: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticks) return;
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, [ticks]);
  return now;
}
