import { clockTickMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect, useState } from 'react';
import { dayOf } from '#i18n/format.ts';

/** The day that it is now, as `yyyy-MM-dd`: a list that is open at midnight has its heads renamed. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(new Date()));
  useEffect(() => {
    const look = () => setToday(dayOf(new Date()));
    const ticking = setInterval(look, clockTickMs);
    // A page that nobody saw may have been stopped.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(ticking);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return today;
}
