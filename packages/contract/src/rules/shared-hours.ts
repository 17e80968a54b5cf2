import type { ChannelRouting } from '../entities/channel-routing.ts';
import { keptHolidays, openingHoursSettings, type SharedHours } from '../entities/opening-hours.ts';

/**
 * Opening hours as channels follow them, from the columns that keep them; null where nobody can read them. The account's own
 * holidays come before public ones, so that theirs is the name that counts.
 */
export function readSharedHours(
  stored: { readonly settings: unknown; readonly publicHolidays: unknown },
  language: 'de' | 'en',
): SharedHours | null {
  const settings = openingHoursSettings.safeParse(stored.settings);
  const kept = keptHolidays.safeParse(stored.publicHolidays);
  if (!settings.success) return null;
  const { hours, holidays, place, leftOut } = settings.data;
  const ofPlace = place !== null && kept.success ? kept.data : [];
  return {
    hours,
    holidays: [
      ...holidays.map((day) => ({ ...day, destination: null })),
      ...ofPlace
        .filter(({ rule }) => !leftOut.includes(rule))
        .map(({ from, until, names }) => ({ from, until, name: names[language], destination: null })),
    ],
  };
}

/** How a channel treats its calls by the opening hours that it follows: in place of its own week, and beside its own holidays. */
export const followHours = (routing: ChannelRouting, shared: SharedHours | null): ChannelRouting =>
  shared === null ? routing : { ...routing, hours: shared.hours, holidays: [...routing.holidays, ...shared.holidays] };
