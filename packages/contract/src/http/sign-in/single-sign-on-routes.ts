import { z } from 'zod';
import { plainId, webUserId } from '../../entities/common.ts';
import {
  domainProof,
  emailDomain,
  signOnOutcome,
  signOnTest,
  signOnWay,
  singleSignOn,
  singleSignOnChange,
} from '../../entities/single-sign-on.ts';
import { defineRoute } from '../route.ts';
import { signInLanguage } from './sign-in-language.ts';

const ofSignIn = { audience: 'public', method: 'POST', params: z.object({ uid: z.string().min(1).max(200) }) } as const;
const byAdmin = { audience: 'admin' } as const;

/** The way of a sign-in through the provider of a company. */
export const signOnRoutes = {
  leaveForSignOn: defineRoute({
    ...ofSignIn,
    path: '/sign-in/{uid}/single-sign-on',
    summary:
      'Get where this sign-in goes on at the provider of a company, by an email address or the id of the company',
    body: z.object({
      who: z.union([z.object({ email: z.string().trim().min(1).max(320) }), z.object({ company: plainId })]),
      language: signInLanguage.optional(),
    }),
    reply: signOnWay,
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),

  returnFromSignOn: defineRoute({
    ...ofSignIn,
    path: '/sign-in/{uid}/single-sign-on/return',
    summary: 'Answer a sign-in with what the provider of the company sent the browser back with',
    body: z.object({ search: z.string().max(8000) }),
    reply: signOnOutcome,
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),

  endByProvider: defineRoute({
    audience: 'public',
    method: 'POST',
    path: '/single-sign-on/{company}/logout',
    summary:
      'End the sign-ins of a session that has ended at the provider of the company (OpenID Connect Back-Channel Logout 1.0)',
    params: z.object({ company: plainId }),
    body: z.object({ logout_token: z.string().min(1).max(16_000) }),
    takes: { as: 'form', largest: 24_000 },
    reply: z.object({}),
    errors: ['TOO_MANY_ATTEMPTS'],
  }),
} as const;

/** How a company signs in at a provider of its own. */
export const adminSignOnRoutes = {
  singleSignOn: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/single-sign-on',
    summary: 'Get the single sign-on of the account without its secret, and the addresses to enter at the provider',
    reply: z.object({
      settings: singleSignOn.nullable(),
      /** Null where the operator set no PUBLIC_URL: then there is no single sign-on. */
      addresses: z
        .object({ redirect: z.string(), start: z.string(), logout: z.string(), afterLogout: z.string() })
        .nullable(),
    }),
  }),

  saveSingleSignOn: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/single-sign-on',
    summary:
      'Set the single sign-on of the account; another provider or client needs the secret again. CONFLICT if someone else changed it since',
    body: singleSignOnChange,
    reply: z.object({ settings: singleSignOn }),
    errors: ['CONFLICT'],
  }),

  removeSingleSignOn: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/single-sign-on',
    summary: 'Forget the single sign-on of the account; users stay, and those without a password need an invitation',
    reply: z.object({}),
  }),

  testSingleSignOn: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/single-sign-on/test',
    summary:
      'Ask the provider, as it is saved, for its settings and keys, and whether it knows the client and its secret',
    reply: signOnTest,
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),

  proveDomain: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/single-sign-on/domains/{domain}/proof',
    summary: 'Look now for the TXT record that proves an email domain of the account',
    params: z.object({ domain: emailDomain }),
    reply: z.object({ proof: domainProof }),
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),

  unlinkSignOn: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/users/{userId}/single-sign-on',
    summary: 'Forget which user of the provider someone is; the next sign-in finds them by their email address',
    params: z.object({ userId: webUserId }),
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),
} as const;
