import { useCallback } from 'react';
import { formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { isOtherTime } from '#i18n/zones.ts';
import { useCallZone } from '#live/queries/call-zone.ts';

/** A moment in local time, in words; null where calls are told in local time already. */
export function useLocalTime(): (moment: string) => string | null {
  const { t, language } = useWords();
  const zone = useCallZone();
  return useCallback(
    (moment) =>
      isOtherTime(new Date(moment), zone) ? t(($) => $.inbox.localTime, { time: formatTime(moment, language) }) : null,
    [t, language, zone],
  );
}
