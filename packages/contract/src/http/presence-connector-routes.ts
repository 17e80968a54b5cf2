import { z } from 'zod';
import { timestamp } from '../entities/common.ts';
import { defineRoute } from './route.ts';

/** Showing in Microsoft Teams that a user talks. */
export const presenceConnectorRoutes = {
  startPresenceConnector: defineRoute({
    method: 'POST',
    audience: 'user',
    path: '/users/me/presence-connector/start',
    summary:
      'Begin to connect Microsoft Teams: replies with an address for any browser. It names the user by a token that is good for this alone, once, for a minute. SAPI-039',
    reply: z.object({ url: z.string(), expiresAt: timestamp }),
    errors: ['CONFLICT', 'UNAVAILABLE'],
  }),

  beginPresenceSignIn: defineRoute({
    method: 'GET',
    audience: 'public',
    path: '/presence-connector/start',
    summary: 'The address that `startPresenceConnector` gives: sends the browser to the sign-in page of Microsoft',
    query: z.object({ token: z.string().min(1).max(200) }),
    reply: z.object({}),
  }),

  endPresenceSignIn: defineRoute({
    method: 'GET',
    audience: 'public',
    path: '/presence-connector/callback',
    summary:
      'Where Microsoft sends the browser back to. Takes the sign-in once, in the browser that began it, and sends it on to a page of the app',
    query: z.object({
      state: z.string().min(1).max(200),
      code: z.string().min(1).max(8000).optional(),
      error: z.string().max(200).optional(),
    }),
    reply: z.object({}),
  }),

  removePresenceConnector: defineRoute({
    method: 'DELETE',
    audience: 'user',
    path: '/users/{userId}/presence-connector',
    summary:
      'Disconnect Microsoft Teams: users their own, administrators that of every user. What Teams shows because of us is cleared. SAPI-040',
    params: z.object({ userId: z.string().min(1).max(200) }),
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),
} as const;
