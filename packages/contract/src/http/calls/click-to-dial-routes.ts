import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** Other software has a number called: the user's app asks them, and they press Enter. */
export const clickToDialRoutes = {
  clickToDial: defineRoute({
    method: 'POST',
    path: '/click-to-dial',
    summary: "Click to dial: open the search of the user's open apps with a number, for them to call or to dismiss",
    audience: 'user',
    body: z.object({
      /** As people write it: with spaces, a national prefix, or as a `tel:` link. */
      number: z.string().trim().min(1).max(100),
      /** The channel to call from, one that the user is a member of; without it the one they are looking at. */
      channelId: z.string().min(1).max(100).nullish(),
    }),
    /** How many apps were told; null where a gateway elsewhere keeps that to itself. */
    reply: z.object({ apps: z.number().int().positive().nullable() }),
    errors: ['INVALID_NUMBER', 'NO_APP_OPEN', 'TOO_MANY_ATTEMPTS'],
  }),
} as const;
