import { z } from 'zod';
import { plainId } from '../../entities/common.ts';
import {
  holidayPlaceAsked,
  holidaysOfPlace,
  newOpeningHours,
  openingHoursChange,
} from '../../entities/opening-hours.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const oneSet = z.object({ hoursId: plainId });
const byAdmin = { audience: 'admin' } as const;

/** Opening hours that channels share, and public holidays. */
export const openingHoursRoutes = {
  publicHolidays: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/public-holidays',
    summary: 'Public holidays of a country, state or region in the next twelve months, and which states it has',
    query: holidayPlaceAsked,
    reply: holidaysOfPlace,
    errors: ['UNAVAILABLE'],
  }),

  createOpeningHours: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/opening-hours',
    summary: 'Create opening hours that channels can follow; up to 50 per account',
    body: newOpeningHours,
    reply: z.object({ id: z.string() }),
    errors: ['CONFLICT', 'UNAVAILABLE'],
  }),

  changeOpeningHours: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/opening-hours/{hoursId}',
    summary: 'Change opening hours for all channels that follow them. CONFLICT if they changed since this `revision`',
    params: oneSet,
    body: openingHoursChange,
    reply: nothing,
    errors: ['CONFLICT', 'UNAVAILABLE'],
  }),

  deleteOpeningHours: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/opening-hours/{hoursId}',
    summary: 'Delete opening hours that no channel follows',
    params: oneSet,
    reply: nothing,
    errors: ['CONFLICT'],
  }),
} as const;
