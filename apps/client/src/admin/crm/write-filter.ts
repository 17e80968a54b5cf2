import type { CrmWriteGroup } from '@sidetone/contract/rules/crm/write-groups.ts';
import { useMemo } from 'react';

/** Days of calls that can be chosen, and how many they are; `today` and `yesterday` are one each. */
export const writePeriods = ['today', 'yesterday', 'week', 'month'] as const;
type WritePeriod = (typeof writePeriods)[number];

/** What is chosen above the CRM log; empty: everything. */
export interface WriteFilter {
  readonly group: CrmWriteGroup | '';
  readonly integrationId: string;
  /** Web user by whom a log was closed, or `server`. */
  readonly actor: string;
  readonly period: WritePeriod | '';
}

export const everyWrite: WriteFilter = { group: '', integrationId: '', actor: '', period: '' };
/** No user has this id. */
export const byServer = 'server';

/** First and last day of a period before the day after `today`, counted in days from today: 0 is today itself. */
const daysOf: Readonly<Record<WritePeriod, { readonly from: number; readonly before: number }>> = {
  today: { from: 0, before: 1 },
  yesterday: { from: -1, before: 0 },
  week: { from: -6, before: 1 },
  month: { from: -29, before: 1 },
};

/** A filter as the server takes it. `today` is `yyyy-MM-dd` in the zone of the browser, in whose days periods are. */
export function wantedOf({ integrationId, actor, period }: WriteFilter, today: string) {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const midnight = (days: number) => new Date(year, month - 1, day + days).toISOString();
  return {
    ...(integrationId === '' ? {} : { integrationId }),
    ...(actor === '' ? {} : { actor: actor === byServer ? null : actor }),
    ...(period === '' ? {} : { from: midnight(daysOf[period].from), before: midnight(daysOf[period].before) }),
  };
}

/** The same as long as neither the filter nor the day is another one. */
export function useWanted(filter: WriteFilter, today: string) {
  return useMemo(() => wantedOf(filter, today), [filter, today]);
}
