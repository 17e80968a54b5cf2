import { z } from 'zod';
import { nuisanceCaller, nuisanceSettings, nuisanceSettingsChange } from '../entities/nuisance.ts';
import { defineRoute } from './route.ts';

const one = z.object({ number: z.string().trim().min(1).max(40) });
const nothing = z.object({});

/** Callers whom users mark as a nuisance. */
export const nuisanceRoutes = {
  nuisanceMarks: defineRoute({
    method: 'GET',
    path: '/nuisance-calls',
    summary: 'List the callers that the user has marked as a nuisance within the last 90 days',
    audience: 'user',
    reply: z.object({ numbers: z.array(z.string()) }),
  }),

  markNuisance: defineRoute({
    method: 'PUT',
    path: '/nuisance-calls/{number}',
    summary:
      'Mark a caller as a nuisance. Once enough users have, the caller is blocked for the account, if it chose that',
    audience: 'user',
    params: one,
    reply: z.object({ isBlocked: z.boolean() }),
    errors: ['INVALID_NUMBER', 'NEVER_BLOCKED', 'CONFLICT'],
  }),

  unmarkNuisance: defineRoute({
    method: 'DELETE',
    path: '/nuisance-calls/{number}',
    summary: 'Take back your own mark of a caller',
    audience: 'user',
    params: one,
    reply: nothing,
  }),
} as const;

/** The same for the administrators of a company. */
export const adminNuisanceRoutes = {
  nuisanceCallers: defineRoute({
    method: 'GET',
    path: '/admin/nuisance-calls',
    summary: 'List the callers that users have marked, those with most marks first, 200 at most',
    audience: 'admin',
    reply: z.object({ settings: nuisanceSettings, callers: z.array(nuisanceCaller) }),
  }),

  changeNuisanceSettings: defineRoute({
    method: 'PATCH',
    path: '/admin/nuisance-calls',
    summary: 'Change how many users have to mark a caller, and whether that blocks the caller',
    audience: 'admin',
    body: nuisanceSettingsChange,
    reply: nuisanceSettings,
  }),

  dismissNuisance: defineRoute({
    method: 'DELETE',
    path: '/admin/nuisance-calls/{number}',
    summary: 'Delete all marks of a caller; one who was blocked by them is let in again',
    audience: 'admin',
    params: one,
    reply: nothing,
  }),
} as const;
