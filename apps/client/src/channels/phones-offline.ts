import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useEffect, useState } from 'react';
import { useLive } from '#live/queries/live.ts';
import { areAllOffline } from './caller-id-look.ts';
import { useHasNeoPbx } from './channel-setting.ts';

/**
 * When the app starts it connects phones that were off while it was closed; for this long users are not told, in
 * milliseconds.
 */
const quietMs = 3000;

/**
 * Whether calls have reached no phone of the signed-in user for a while; never in the newer generation, which needs
 * none.
 */
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
