import type { Holiday } from '@sidetone/contract/entities/channel-routing.ts';
import {
  type AdminOpeningHours,
  type NewOpeningHours,
  newOpeningHours,
} from '@sidetone/contract/entities/opening-hours.ts';
import { officeWeek } from '../channels/channel-form.ts';

/** Opening hours as their form has them. */
export interface HoursValues extends Omit<NewOpeningHours, 'holidays'> {
  holidays: Holiday[];
}

/** What the form begins with: a working week where there is nothing yet. */
export function hoursValues(hours: AdminOpeningHours | null): HoursValues {
  const values = newOpeningHours.parse(hours ?? { name: '–', hours: officeWeek });
  return {
    ...values,
    name: hours === null ? '' : values.name,
    holidays: values.holidays.map((day) => ({ ...day, destination: null })),
  };
}

/** A rule among those that are left out, or no longer. */
export const withRule = (leftOut: readonly string[], rule: string, isLeftOut: boolean): string[] =>
  isLeftOut ? [...new Set([...leftOut, rule])] : leftOut.filter((one) => one !== rule);
