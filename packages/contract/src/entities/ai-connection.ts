import { z } from 'zod';
import { type AiServiceKind, aiServiceKind } from './ai-settings.ts';
import { timestamp, typedName } from './common.ts';

/** What a connection is for: making something of words, words of sound, or sound of words. */
export const aiPurpose = z.enum(['language', 'speech', 'voice']);
export type AiPurpose = z.infer<typeof aiPurpose>;

/** Kinds by purpose. */
export const kindsOfPurpose: Readonly<Record<AiPurpose, readonly AiServiceKind[]>> = {
  language: ['openai', 'mistral', 'anthropic', 'openaiCompatible'],
  speech: ['openai', 'mistral', 'openaiCompatible', 'deepgram', 'local'],
  voice: ['openai', 'openaiCompatible'],
};

/** Prices of a service, in millionths of a unit of the currency. */
export const aiPrices = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  perMillionTokensIn: z.number().int().nonnegative().max(1_000_000_000).nullable().default(null),
  perMillionTokensOut: z.number().int().nonnegative().max(1_000_000_000).nullable().default(null),
  perAudioMinute: z.number().int().nonnegative().max(1_000_000_000).nullable().default(null),
});

const voice = z.string().trim().min(1).max(100).nullable();

export const aiConnectionOptions = z.object({
  /** Tokens that a request may have; longer calls are cut into windows. Missing: a default by kind. */
  contextTokens: z.number().int().min(2_000).max(2_000_000).nullable().default(null),
  /** Requests at the same time. */
  concurrency: z.number().int().min(1).max(16).nullable().default(null),
  timeoutSeconds: z.number().int().min(5).max(900).nullable().default(null),
  prices: aiPrices.nullable().default(null),
  /** Who speaks each language, by the name that the service has for them. Null: a default by kind. */
  voices: z.object({ de: voice, en: voice }).nullable().default(null),
});
export type AiConnectionOptions = z.infer<typeof aiConnectionOptions>;

/** Why a connection does not work, as a code; words for people live in the client. */
export const aiProblem = z.enum([
  'unauthorized',
  'forbidden',
  'modelUnknown',
  'notFound',
  'refused',
  'unreachable',
  'privateHost',
  'notTheProtocol',
  'timedOut',
  'busy',
  'noModel',
  'crashed',
]);
export type AiProblem = z.infer<typeof aiProblem>;

/** Who computes on calls that leave the server, and where, as an administrator read it in the contract. */
export const aiProcessor = z.object({ name: typedName(80), place: typedName(80) });
export type AiProcessor = z.infer<typeof aiProcessor>;

/** A service that an administrator set up. Its key is written and never read. */
export const aiConnection = z.object({
  id: z.string(),
  purpose: aiPurpose,
  kind: aiServiceKind,
  name: typedName(80),
  /** Null where the kind has an address of its own. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  model: z.string().trim().max(200),
  options: aiConnectionOptions,
  hasKey: z.boolean(),
  state: z.enum(['unchecked', 'working', 'failing']),
  problem: aiProblem.nullable(),
  checkedAt: timestamp.nullable(),
  /** When an administrator confirmed that calls may be sent there; needed of services outside this server. */
  confirmedAt: timestamp.nullable(),
  processor: aiProcessor.nullable(),
  rev: z.number().int().nonnegative(),
});
export type AiConnection = z.infer<typeof aiConnection>;

/** Of a key that is entered, spaces around it are no part; within it are only signs that a header can carry. */
const key = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .regex(/^[!-~]*$/);
const url = aiConnection.shape.url;

/** What an administrator enters of a service. */
export const newAiConnection = z.object({
  purpose: aiPurpose,
  kind: aiServiceKind,
  name: aiConnection.shape.name,
  url: url.default(null),
  model: aiConnection.shape.model.default(''),
  options: aiConnectionOptions.default(() => aiConnectionOptions.parse({})),
  key: key.nullish(),
  /** The administrator confirms that calls may be sent there. Needed of services outside this server. */
  confirmed: z.boolean().default(false),
  /** Belongs to the confirmation. */
  processor: aiProcessor.nullish(),
});
export type NewAiConnection = z.infer<typeof newAiConnection>;

/** What is missing stays; purpose and kind always do. */
export const aiConnectionChange = z.object({
  /** That of the connection as it was changed; CONFLICT where someone else changed it since. */
  rev: z.number().int().nonnegative(),
  name: aiConnection.shape.name.optional(),
  url: url.optional(),
  model: aiConnection.shape.model.optional(),
  options: aiConnectionOptions.optional(),
  /** Null takes the key away. */
  key: key.nullish(),
  confirmed: z.boolean().optional(),
  processor: aiProcessor.nullish(),
});
export type AiConnectionChange = z.infer<typeof aiConnectionChange>;

/** What a test came to. */
export const aiTestResult = z.object({
  problem: aiProblem.nullable(),
  /** The models that the service has, where it says so. */
  models: z.array(z.string()).nullable(),
  milliseconds: z.number().int().nonnegative(),
});
export type AiTestResult = z.infer<typeof aiTestResult>;
