import { z } from 'zod';
import { locale, typedName } from '../entities/common.ts';
import { flags, labFlagChange } from '../entities/flags.ts';
import { chosenPassword } from '../entities/password.ts';
import { signInStep } from '../entities/second-factor.ts';
import { user, userChange } from '../entities/user.ts';
import { externalLinks } from '../rules/external-links.ts';
import { defineRoute } from './route.ts';
import { signInLanguage } from './sign-in/sign-in-language.ts';

/** Starting up, signing in, and whether the server is there. */
export const sessionRoutes = {
  serverInfo: defineRoute({
    method: 'GET',
    path: '/server-info',
    summary: 'Get what a client needs to know before sign-in',
    audience: 'public',
    reply: z.object({
      /** No administrator exists yet. */
      setupNeeded: z.boolean(),
      /** The connection is HTTPS or comes from this machine, so that a browser hands out the microphone. */
      secure: z.boolean(),
      /**
       * Where a browser finds the secure side of this server: the page that tells how to trust it, or its HTTPS address.
       * Null when it has none.
       */
      secureEntry: z.string().nullable(),
      /** The operator wants to know what people do with the app (`AnalyticsEvent`). */
      analytics: z.boolean(),
      /** Passkeys work at this address of the server. */
      passkeys: z.boolean().default(false),
      /** A company signs in at a provider of its own, at this address of the server. */
      singleSignOn: z.boolean().default(false),
      /** The company whose own address this is; only its users sign in here. */
      company: z.object({ name: z.string(), logoUrl: z.string().nullable() }).nullable().default(null),
      /** Where pages outside the app are, as the operator set them. */
      links: externalLinks.default({}),
    }),
  }),

  serverVersion: defineRoute({
    method: 'GET',
    path: '/version',
    summary: 'Get the version of the server, which strangers are not told',
    audience: 'user',
    reply: z.object({ version: z.string() }),
  }),

  health: defineRoute({
    method: 'GET',
    path: '/health',
    summary: 'Check whether the server and its database answer',
    audience: 'public',
    reply: z.object({ status: z.literal('ok') }),
    errors: ['UNAVAILABLE'],
  }),

  live: defineRoute({
    method: 'GET',
    path: '/live',
    summary: 'Check whether this process answers, whatever else is there',
    audience: 'public',
    reply: z.object({ status: z.literal('live') }),
  }),

  ready: defineRoute({
    method: 'GET',
    path: '/ready',
    summary: 'Check whether the server can take calls: `type` and `detail` name what is missing',
    audience: 'public',
    reply: z.object({ status: z.literal('ready') }),
    errors: ['UNAVAILABLE'],
  }),

  setupState: defineRoute({
    method: 'GET',
    path: '/setup',
    summary: 'Check whether the first administrator is still missing',
    audience: 'public',
    reply: z.object({ needed: z.boolean() }),
  }),

  setUp: defineRoute({
    method: 'POST',
    path: '/setup',
    summary: 'Create the account and its first administrator',
    audience: 'public',
    body: z.object({
      company: typedName(200),
      firstName: typedName(100),
      lastName: typedName(100),
      email: z.email(),
      password: chosenPassword,
      locale,
      /** Printed by the server at its start; not needed from the machine that it runs on. */
      code: z.string().optional(),
    }),
    reply: z.object({ masterSipId: z.string(), webUserId: z.string() }),
    errors: ['CONFLICT', 'FORBIDDEN', 'TOO_MANY_ATTEMPTS', 'KNOWN_PASSWORD'],
  }),

  waitingSignIn: defineRoute({
    method: 'GET',
    path: '/sign-in/{uid}',
    summary: 'Check whether the OpenID provider is still waiting for this sign-in in this browser',
    audience: 'public',
    params: z.object({ uid: z.string().min(1).max(200) }),
    /** The language that someone chose where the sign-in began; null where nobody chose one. */
    reply: z.object({ language: locale.nullable() }),
    errors: ['NOT_FOUND'],
  }),

  signIn: defineRoute({
    method: 'POST',
    path: '/sign-in/{uid}',
    summary: 'Answer the sign-in that the OpenID provider is waiting for',
    audience: 'public',
    params: z.object({ uid: z.string().min(1) }),
    body: z.object({
      email: z.string().trim().min(1).max(320),
      password: z.string().min(1).max(1000),
      /** Left out, the user's language stays as it is. */
      language: signInLanguage.optional(),
    }),
    /** Either leads on, or names the step that is missing. */
    reply: z.object({ redirectTo: z.string().nullable(), step: signInStep.nullable() }),
    errors: ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'NOT_FOUND', 'COMPANY_SUSPENDED'],
  }),

  updateUser: defineRoute({
    method: 'PATCH',
    path: '/users/me',
    summary:
      'Change your own settings. CONFLICT for transcription that is switched on without agreeing to the privacy text in its current version, and for a summary without transcription',
    audience: 'user',
    body: userChange,
    reply: user,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  updateLabFlags: defineRoute({
    method: 'PATCH',
    path: '/users/me/flags',
    summary: 'Switch an experiment on or off; returns all experiments that are on',
    audience: 'user',
    body: labFlagChange,
    reply: flags,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),
} as const;
