import { useEffect, useState } from 'react';

/** The time in milliseconds since 1970, told every second. It stands still while nothing new arrives, so that nobody reads a wait that is not measured. */
export function useBoardClock(standsStill: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (standsStill) return;
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, [standsStill]);
  return now;
}
