import type { PhoneClock, SummerRule } from './phone-facts.ts';

/** How phones in this time zone tell the time. One whose rule for summer time is neither Europe's nor North America's gets none. */
export function phoneClock(timeZone: string, year: number): PhoneClock {
  const [january, july] = [offsetAt(timeZone, Date.UTC(year, 0, 15)), offsetAt(timeZone, Date.UTC(year, 6, 15))];
  const isNorthern = july - january === 60;
  return { offset: Math.min(january, july), summer: isNorthern ? ruleOf(timeZone, january, year) : null, timeZone };
}

/** In Europe clocks change everywhere at the same moment, at 01:00 UTC; in North America everywhere at two o'clock. */
function ruleOf(timeZone: string, offset: number, year: number): SummerRule | null {
  const hour = 1 + offset / 60;
  const europe: SummerRule = {
    begins: { month: 3, sunday: 5, hour },
    ends: { month: 10, sunday: 5, hour: hour + 1 },
  };
  const america: SummerRule = {
    begins: { month: 3, sunday: 2, hour: 2 },
    ends: { month: 11, sunday: 1, hour: 2 },
  };
  // The second week of March tells them apart: there the clocks of North America have changed, and those of Europe have not.
  const inMarch = offsetAt(timeZone, Date.UTC(year, 2, 20)) - offset;
  const inApril = offsetAt(timeZone, Date.UTC(year, 3, 10)) - offset;
  if (inApril !== 60) return null;
  return inMarch === 60 ? america : Number.isInteger(hour) && hour >= 0 ? europe : null;
}

/** Minutes ahead of UTC at this moment. */
function offsetAt(timeZone: string, at: number): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** `+01:00` of the minutes ahead of UTC. */
export const signedClock = (minutes: number): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};
