import { z } from 'zod';
import { typedName } from './common.ts';

/** Most that is kept of a voice bot, and of what it says of a call. */
export const voiceLimits = {
  urlCharacters: 500,
  parameters: 20,
  parameterValueCharacters: 500,
  secretCharacters: 200,
  calls: 50,
  minutes: 60,
  summaryCharacters: 5000,
  /** Of a host that has several, so many are tried. */
  addresses: 4,
  /** How long connecting, TLS and the upgrade may take together, over all addresses that are tried. */
  openWithinMs: 2000,
} as const;

/** What every bot is told in its `start` message, besides what administrators add. */
const ownBotParameters = ['From', 'To', 'channel', 'callerName', 'language', 'sessionId'] as const;

/** What may be wrong with the address of a bot: it is none, or a password is in it. Where it leads to is not looked at. */
const url = z
  .string()
  .trim()
  .min(1)
  .max(voiceLimits.urlCharacters)
  .refine((text) => !text.includes('#'), 'notAnAddress')
  .refine((text) => !/^[^/?]*\/\/[^/?]*@/.test(text), 'hasPassword')
  .pipe(z.url({ protocol: /^wss?$/, normalize: true, error: 'notAnAddress' }));

const isOwn = (name: string): boolean => ownBotParameters.some((own) => own.toLowerCase() === name.toLowerCase());

const parameter = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,49}$/, 'parameterName')
    .refine((name) => !isOwn(name), 'parameterTaken'),
  value: z.union([typedName(voiceLimits.parameterValueCharacters), z.literal('')]),
});

/** What is kept of a bot besides its secret. */
export const botSettings = z.object({
  /** `wss:`, or `ws:` to a host that the operator of the server named. */
  url,
  parameters: z
    .array(parameter)
    .max(voiceLimits.parameters)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'parameterTwice')
    .default([]),
  /** Calls that it takes at the same time; further ones go to the next step. */
  maxCalls: z.number().int().min(1).max(voiceLimits.calls),
  /** A call with it takes no longer. */
  maxMinutes: z.number().int().min(1).max(voiceLimits.minutes),
});
export type BotSettings = z.output<typeof botSettings>;

const questions = z.strictObject({ kind: z.literal('questions') });

/** What an upgrade is signed with; it is never shown again. */
const secret = z.string().trim().min(1).max(voiceLimits.secretCharacters);

/** Who talks to callers, as administrators set it. A secret that is left out stays as it is; null removes it. */
export const enteredVoice = z.discriminatedUnion('kind', [
  questions,
  z.strictObject({ kind: z.literal('bot'), ...botSettings.shape, secret: secret.nullish() }),
]);
export type EnteredVoice = z.output<typeof enteredVoice>;

/** Who talks to callers: the exchange asks the questions of the assistant, or a bot elsewhere has the call. */
export const assistantVoice = z.discriminatedUnion('kind', [
  questions,
  z.object({
    kind: z.literal('bot'),
    url: z.string(),
    parameters: z.array(z.object({ name: z.string(), value: z.string() })),
    maxCalls: z.number().int(),
    maxMinutes: z.number().int(),
    hasSecret: z.boolean(),
  }),
]);
export type AssistantVoice = z.infer<typeof assistantVoice>;

/** The connection that is tried; without a secret the one that the assistant has is signed with. */
export const botTrial = z.strictObject({
  assistantId: z.string().min(1).max(100).nullable(),
  url,
  secret: secret.optional(),
});

/** Why no connection to a bot came about. */
export const botProblem = z.enum([
  'privateHost',
  'insecure',
  'notFound',
  'unreachable',
  'certificate',
  'timedOut',
  'refused',
]);
export type BotProblem = z.infer<typeof botProblem>;

/** What a bot has done with a call of its own. `handOver`: the call goes on with the next step of its channel. */
export const botOrder = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('hangUp') }),
  z.strictObject({
    do: z.literal('handOver'),
    /** What users read of the call. */
    summary: z.string().trim().min(1).max(voiceLimits.summaryCharacters).nullish(),
  }),
]);
export type BotOrder = z.output<typeof botOrder>;
