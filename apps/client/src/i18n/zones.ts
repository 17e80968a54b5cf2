import { dayOf, formatTime } from './format.ts';

/** Whether the clocks of a zone, an IANA name, and of the browser say different times at a moment. */
export function isOtherTime(moment: Date, zone: string | undefined): boolean {
  const at = moment.toISOString();
  return dayOf(moment, zone) !== dayOf(moment) || formatTime(at, 'de', zone) !== formatTime(at, 'de');
}

/** The usual name of a zone: its city. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
