import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { useEffect, useState } from 'react';
import { useLive } from '#live/live.ts';
import { phoneBadge } from './caller-id-look.ts';
import { useHasNeoPbx } from './channel-setting.ts';

/** When the app starts it connects phones that were off while it was closed; so long nobody needs to know, in milliseconds. */
const quietMs = 3000;

/** Whether somebody has phones and no call reaches any of them: all are offline, failed or unknown. */
export function areAllOffline(phones: readonly Pick<Phone, 'state'>[]): boolean {
  const isAway = ({ state }: Pick<Phone, 'state'>) => ['offline', 'error'].includes(phoneBadge(state));
  return phones.length > 0 && phones.every(isAway);
}

/** The same for the signed-in person, and for a while now; never in the newer generation, which needs no phones. */
export function useAllPhonesOffline(): boolean {
  const { rows, status } = useLive(phoneQueries.phones, {});
  const isClassic = useHasNeoPbx() === false;
  const now = isClassic && status === 'ready' && areAllOffline(rows);
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), quietMs);
    return () => clearTimeout(timer);
  }, [now]);
  return now && lasting;
}
