import { z } from 'zod';
import { timestamp } from './common.ts';

/** Which users a company asks for a second proof besides the password. */
export const secondFactorRules = ['off', 'administrators', 'everyone'] as const;
const secondFactorRule = z.enum(secondFactorRules);

/** A network as administrators write it: an address alone, or with the length of its prefix. */
const network = z
  .string()
  .trim()
  .max(50)
  .pipe(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]));

/** How users of a company sign in. */
export const signInRules = z.object({
  secondFactor: secondFactorRule.default('off'),
  /** After how many days a sign-in ends, however much it is used; null: when it was not used for thirty days. */
  sessionDays: z.int().min(1).max(365).nullable().default(null),
  /** From where administrators may change things; empty: from everywhere. */
  adminNetworks: z.array(network).max(50).default([]),
});
export type SignInRules = z.infer<typeof signInRules>;

/** What is missing stays. */
export const signInRulesChange = z
  .object({
    secondFactor: secondFactorRule,
    sessionDays: z.int().min(1).max(365).nullable(),
    adminNetworks: z.array(network).max(50),
  })
  .partial();

/** What administrators see of the second proofs of a user. */
export const secondFactorState = z.object({
  authenticator: z.boolean(),
  passkeys: z.int().nonnegative(),
});

/** What a sign-in waits for once the password is there. */
export const signInStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prove'),
    /** A code of an authenticator app, or a recovery code, is taken. */
    authenticator: z.boolean(),
    /** A passkey is taken at this address of the server. */
    passkey: z.boolean(),
  }),
  /** The company asks for a second proof, and the user has none yet. */
  z.object({ kind: z.literal('setUp') }),
  /** The company has its users sign in at its provider and no other way. */
  z.object({ kind: z.literal('company') }),
]);
export type SignInStep = z.infer<typeof signInStep>;

/** Six digits; people write them in two groups. */
export const authenticatorCode = z
  .string()
  .max(20)
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'six digits'));
/** Of a recovery code; case and hyphens do not count. */
export const recoveryCode = z.string().trim().min(1).max(40);

/** What an authenticator app is given. */
export const newAuthenticator = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://`, for a QR code. */
  address: z.string(),
});

/** A passkey of a user; `name` is theirs. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  /** Null: never. */
  lastUsedAt: timestamp.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const mostPasskeys = 20;
export const mostRecoveryCodes = 10;

/** Bytes as WebAuthn writes them in JSON. */
const bytes = z
  .string()
  .max(16_000)
  .regex(/^[\w-]*$/);
const answerOfKey = {
  id: bytes.min(1).max(1400),
  rawId: bytes.min(1).max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  clientExtensionResults: z.object({}).default({}),
};

/** What a browser gives for a new passkey (WebAuthn §5.1.8.1, RegistrationResponseJSON). */
export const passkeyMade = z.object({
  ...answerOfKey,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** What a browser gives to sign in with a passkey (AuthenticationResponseJSON). */
export const passkeyUsed = z.object({
  ...answerOfKey,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
});

/** What a browser is asked with, as WebAuthn has it in JSON. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
