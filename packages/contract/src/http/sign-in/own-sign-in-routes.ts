import { z } from 'zod';
import { timestamp } from '../../entities/common.ts';
import { chosenPassword } from '../../entities/password.ts';
import { defineRoute } from '../route.ts';

/** A browser or program in which the asker is signed in. */
export const ownSignIn = z.object({
  id: z.string().min(1),
  /** It is the one that asks. */
  isThis: z.boolean(),
  /** Which of our programs it is. */
  program: z.enum(['browser', 'desktop']),
  /** What it calls itself, as its header User-Agent said; null where nobody wrote that down. */
  agent: z.string().nullable(),
  /** The network address that the password came from. */
  address: z.string().nullable(),
  startedAt: timestamp,
  /** To ten minutes: so long lives an access token. */
  lastUsedAt: timestamp,
});
export type OwnSignIn = z.infer<typeof ownSignIn>;

/** Where someone is signed in, and their password. */
export const ownSignInRoutes = {
  ownSignIns: defineRoute({
    method: 'GET',
    path: '/users/me/sign-ins',
    summary: 'List where you are signed in: this sign-in first, then by last use',
    audience: 'user',
    reply: z.object({ signIns: z.array(ownSignIn) }),
  }),

  endSignIn: defineRoute({
    method: 'DELETE',
    path: '/users/me/sign-ins/{signInId}',
    summary: 'Sign out one device; it needs the password to sign in again',
    audience: 'user',
    params: z.object({ signInId: z.string().min(1).max(200) }),
    reply: z.object({ ended: z.literal(true) }),
    errors: ['NOT_FOUND'],
  }),

  endOtherSignIns: defineRoute({
    method: 'DELETE',
    path: '/users/me/sign-ins',
    summary: 'Sign out everywhere else; returns how many sign-ins ended',
    audience: 'user',
    reply: z.object({ ended: z.number().int() }),
  }),

  changePassword: defineRoute({
    method: 'POST',
    path: '/users/me/password',
    summary: 'Change your password; all other devices are signed out',
    audience: 'user',
    body: z.object({
      current: z.string().min(1).max(1000),
      password: chosenPassword,
    }),
    reply: z.object({ ended: z.number().int() }),
    errors: ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'KNOWN_PASSWORD'],
  }),
} as const;
