import { z } from 'zod';
import { timestamp, typedName } from '../../entities/common.ts';
import {
  authenticatorCode,
  newAuthenticator,
  passkey,
  passkeyMade,
  passkeyOptions,
  passkeyUsed,
  recoveryCode,
} from '../../entities/second-factor.ts';
import { defineRoute } from '../route.ts';
import { signInLanguage } from './sign-in-language.ts';

const ofSignIn = { audience: 'public', params: z.object({ uid: z.string().min(1).max(200) }) } as const;
const own = { audience: 'user', method: 'POST' } as const;
/** The password, once more: an open browser alone must not change how someone signs in. */
const proof = z.object({ password: z.string().min(1).max(1000) });
const wrongProof = ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'COMPANY_SUSPENDED'] as const;
const recoveryCodes = z.array(z.string());
const ofPasskey = z.object({ passkeyId: z.string().min(1).max(64) });
const passkeyName = typedName(60);

/** The steps of a sign-in after, or in place of, the password. */
export const signInStepRoutes = {
  proveSecondFactor: defineRoute({
    ...ofSignIn,
    method: 'POST',
    path: '/sign-in/{uid}/second-factor',
    summary:
      'Prove a sign-in that waits for it with a code of the authenticator app or a recovery code; the first code of a new authenticator returns the recovery codes',
    body: z.union([z.object({ code: authenticatorCode }), z.object({ recoveryCode })]),
    reply: z.object({ redirectTo: z.string(), recoveryCodes: recoveryCodes.nullable() }),
    errors: [...wrongProof, 'NOT_FOUND', 'FORBIDDEN'],
  }),

  setUpAtSignIn: defineRoute({
    ...ofSignIn,
    method: 'POST',
    path: '/sign-in/{uid}/authenticator',
    summary: 'Get the key of a new authenticator app where the company asks for one at this sign-in',
    reply: newAuthenticator,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),

  askForPasskey: defineRoute({
    ...ofSignIn,
    method: 'POST',
    path: '/sign-in/{uid}/passkey-options',
    summary: 'Get the options with which the browser asks for a passkey',
    reply: passkeyOptions,
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),

  signInByPasskey: defineRoute({
    ...ofSignIn,
    method: 'POST',
    path: '/sign-in/{uid}/passkey',
    summary: 'Answer a sign-in with a passkey, alone or after the password',
    body: z.object({ passkey: passkeyUsed, language: signInLanguage.optional() }),
    reply: z.object({ redirectTo: z.string() }),
    errors: [...wrongProof, 'NOT_FOUND', 'FORBIDDEN'],
  }),
} as const;

/** What a user proves themselves with besides the password. */
export const secondFactorRoutes = {
  ...signInStepRoutes,

  ownSecondFactor: defineRoute({
    method: 'GET',
    path: '/users/me/second-factor',
    summary: 'Get what you sign in with besides the password',
    audience: 'user',
    reply: z.object({
      /** Since when an authenticator app is set up; null: none is. */
      authenticatorSince: timestamp.nullable(),
      recoveryCodesLeft: z.int(),
      passkeys: z.array(passkey),
      /** The company asks for a second proof. */
      isRequired: z.boolean(),
      /** Passkeys can be made at this address of the server. */
      hasPasskeys: z.boolean(),
    }),
  }),

  beginAuthenticator: defineRoute({
    ...own,
    path: '/users/me/authenticator',
    summary: 'Get the key of a new authenticator app; it counts once a code of it was entered',
    body: proof,
    reply: newAuthenticator,
    errors: [...wrongProof, 'CONFLICT'],
  }),

  confirmAuthenticator: defineRoute({
    ...own,
    path: '/users/me/authenticator/confirm',
    summary: 'Take the authenticator app into use with a code of it; returns the recovery codes, once',
    body: z.object({ code: authenticatorCode }),
    reply: z.object({ recoveryCodes }),
    errors: [...wrongProof, 'NOT_FOUND'],
  }),

  removeAuthenticator: defineRoute({
    ...own,
    path: '/users/me/authenticator/remove',
    summary: 'Remove the authenticator app and the recovery codes; CONFLICT where the company asks for a second proof',
    body: proof,
    reply: z.object({}),
    errors: [...wrongProof, 'NOT_FOUND', 'CONFLICT'],
  }),

  renewRecoveryCodes: defineRoute({
    ...own,
    path: '/users/me/recovery-codes',
    summary: 'Make new recovery codes; the earlier ones stop working',
    body: proof,
    reply: z.object({ recoveryCodes }),
    errors: [...wrongProof, 'NOT_FOUND'],
  }),

  beginPasskey: defineRoute({
    ...own,
    path: '/users/me/passkeys/options',
    summary: 'Get the options with which the browser makes a passkey',
    body: proof,
    reply: passkeyOptions,
    errors: [...wrongProof, 'NOT_FOUND', 'CONFLICT'],
  }),

  addPasskey: defineRoute({
    ...own,
    path: '/users/me/passkeys',
    summary: 'Add the passkey that the browser made',
    body: z.object({ name: passkeyName, passkey: passkeyMade }),
    reply: passkey,
    errors: [...wrongProof, 'NOT_FOUND', 'CONFLICT'],
  }),

  renamePasskey: defineRoute({
    audience: 'user',
    method: 'PATCH',
    path: '/users/me/passkeys/{passkeyId}',
    summary: 'Rename a passkey',
    params: ofPasskey,
    body: z.object({ name: passkeyName }),
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),

  removePasskey: defineRoute({
    ...own,
    path: '/users/me/passkeys/{passkeyId}/remove',
    summary: 'Remove a passkey; CONFLICT for the only second proof where the company asks for one',
    params: ofPasskey,
    body: proof,
    reply: z.object({}),
    errors: [...wrongProof, 'NOT_FOUND', 'CONFLICT'],
  }),
} as const;
