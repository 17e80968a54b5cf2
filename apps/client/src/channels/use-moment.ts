import { useEffect, useState } from 'react';

/** So often it is looked whether a pause is over, in milliseconds. */
const lookMs = 5000;

/** The time in milliseconds since 1970, told every few seconds. */
export function useMoment(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), lookMs);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
