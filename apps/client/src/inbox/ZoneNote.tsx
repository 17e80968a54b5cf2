import { useToday } from '#call-detail/use-today.ts';
import { useWords } from '#i18n/use-words.ts';
import { cityOf, isOtherTime } from '#i18n/zones.ts';
import { useCallZone } from '#live/queries/call-zone.ts';

/** Says which time zone the times of a list are in, where it is not the one here. */
export function ZoneNote() {
  const { t } = useWords();
  const zone = useCallZone();
  // Looks again at every tick of the day's clock.
  useToday();
  if (zone === undefined || !isOtherTime(new Date(), zone)) return null;
  return (
    <p className="flex-none border-line border-b px-6 py-1.5 text-12 text-ink-3 max-[559px]:px-4">
      {t(($) => $.inbox.zone, { city: cityOf(zone) })}
    </p>
  );
}
