import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ShownInfoBanner } from '@sidetone/contract/entities/banner.ts';
import { bannersFor, nextExpiryMs } from '@sidetone/contract/rules/info-banner.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useFlags } from '#live/queries/flags.ts';
import { useLive } from '#live/queries/live.ts';
import { appVersion } from '#platform/app-version.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { dismissedBanners, keyOf } from './dismissed-banners.ts';

const dismissed = dismissedBanners(() => sessionStorage);

/** Closes news until the app is opened again. */
export const dismissInfoBanner = dismissed.dismiss;

/** The news to show in this app now; null where there is none, or the user has closed all of them. */
export function useInfoBanner(): ShownInfoBanner | null {
  const banners = useLive(phoneQueries.infoBanners, {}).rows;
  const phones = useLive(phoneQueries.phones, {}).rows;
  const integrations = useLive(phoneQueries.integrations, {}).rows;
  const { isTestAccount, hasNeoPbx } = useFlags();
  const { keys } = useStore(dismissed.store);
  const now = useTimeOfExpiry(banners);
  const { platform: os, kind: product } = bridge();
  const found = bannersFor(banners, {
    isTestAccount,
    version: appVersion,
    os,
    product,
    now,
    registrars: hasNeoPbx ? [location.hostname] : phones.flatMap(({ registrar }) => registrar ?? []),
    crm: integrations.filter(({ isBuiltIn }) => !isBuiltIn).map(({ name }) => name),
  });
  return found.find((banner) => !keys.includes(keyOf(banner))) ?? null;
}

/** Timers cannot be set for longer, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/** The time, read again at the moment at which the next of the banners is over. */
function useTimeOfExpiry(banners: readonly ShownInfoBanner[]): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const here = Date.now();
      setNow(here);
      const left = nextExpiryMs(banners, here);
      if (left !== null) timer = setTimeout(look, Math.min(left, longestTimerMs));
    };
    look();
    return () => clearTimeout(timer);
  }, [banners]);
  return now;
}
