import { z } from 'zod';
import { analyticsEvent } from '../entities/analytics.ts';
import { defineRoute } from './route.ts';

/** What people do with the app, for a sink of the server's operator; nobody asks for it where there is none. */
export const analyticsRoutes = {
  addAnalyticsEvent: defineRoute({
    method: 'POST',
    path: '/analytics',
    summary: 'Pass an analytics event on to the sink of the server; without a sink it is dropped',
    audience: 'user',
    body: z.object({ event: analyticsEvent }),
    /** Whether there is a sink. */
    reply: z.object({ taken: z.boolean() }),
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
} as const;
