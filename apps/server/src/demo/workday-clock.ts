const DAY_MS = 86_400_000;

/** The time zone in which the demo company works. */
const ZONE = 'Europe/Berlin';

/** When the last call of the history's youngest day is over. */
const YOUNGEST_DAY_IS_OVER_AT = '09:50';

/**
 * Times of the demo's history: so many working days before the youngest one, at a local time. The youngest is today
 * once today's calls are over, else the working day before; so that nothing lies in the future or on a Sunday.
 */
export function workdayClock(now: Date): (daysAgo: number, time: string) => Date {
  const days: string[] = [];
  for (let back = 0; days.length < 8; back++) {
    const day = localDay(new Date(now.getTime() - back * DAY_MS));
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6 || days.includes(day)) continue;
    if (at(day, YOUNGEST_DAY_IS_OVER_AT) > now) continue;
    days.push(day);
  }
  return (daysAgo, time) => at(days[daysAgo] ?? days[0] ?? '', time);
}

const localDay = (moment: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(moment);

/** The moment when clocks of the zone show `time` on `day`. */
const at = (day: string, time: string): Date => {
  const asUtc = new Date(`${day}T${time}:00Z`);
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' }).format(
    asUtc,
  );
  const offset = new Date(`${shown.replace(' ', 'T')}Z`).getTime() - asUtc.getTime();
  return new Date(asUtc.getTime() - offset);
};
