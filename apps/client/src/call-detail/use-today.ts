import { clockTickMs } from '@sidetone/contract/rules/screen-timing.ts';
import { useEffect, useState } from 'react';
import { dayOf } from '#i18n/format.ts';
import { useCallZone } from '#live/queries/call-zone.ts';

/** The current day in the account's time zone, as `yyyy-MM-dd`: a list that is open at midnight renames its heads. */
export function useToday(): string {
  const zone = useCallZone();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => setNow(new Date());
    const ticking = setInterval(look, clockTickMs);
    // A hidden page may have been stopped.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(ticking);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return dayOf(now, zone);
}
