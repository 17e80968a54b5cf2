import { z } from 'zod';
import { adminOpeningHours } from '../entities/opening-hours.ts';
import { defineLiveQuery } from './live-query.ts';

/** What administrators watch of opening hours that channels share. */
export const openingHoursQueries = {
  /** Shared opening hours of the account by name. */
  adminOpeningHours: defineLiveQuery({ name: 'adminOpeningHours', params: z.object({}), row: adminOpeningHours }),
} as const;
