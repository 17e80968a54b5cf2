import { z } from 'zod';
import { maxWebhookHeaders } from '../rules/limits.ts';
import { timestamp } from './common.ts';

export const webhookMethod = z.enum(['POST', 'PUT']);
export type WebhookMethod = z.infer<typeof webhookMethod>;

/** In which form a call is sent. */
export const webhookPayload = z.enum(['JSON', 'VCON']);
export type WebhookPayload = z.infer<typeof webhookPayload>;

const url = z.string().trim().min(1).max(2000);
const headerName = z.string().trim().min(1).max(100);
const headerValue = z.string().trim().max(2000);
const channelIds = z.array(z.string().min(1).max(100)).max(500);
const id = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);

/** A header that goes along with each delivery, as administrators see it. */
export const webhookHeader = z.object({
  name: headerName,
  /** Null for a secret: it is written and never read. */
  value: headerValue.nullable(),
  /** The last characters of a secret; empty where it is too short to show any. */
  ends: z.string().nullable(),
});
export type WebhookHeader = z.infer<typeof webhookHeader>;

/** Where the calls of shared channels are sent once they are documented. SSET-033 to -043 */
export const webhook = z.object({
  id,
  url,
  method: webhookMethod.default('POST'),
  headers: z.array(webhookHeader).max(maxWebhookHeaders),
  /** Shared channels only; none: all of them. */
  channels: channelIds,
  payload: webhookPayload.default('JSON'),
  /** `off`: the receiver said that it is gone. */
  state: z.enum(['on', 'off']),
  rev: z.number().int().nonnegative(),
});
export type Webhook = z.infer<typeof webhook>;

/** A webhook as an administrator wants it. Saving switches on again what the receiver switched off. */
export const webhookChange = z.object({
  /** That of the webhook as it was changed, 0 for a new one; CONFLICT where someone else changed it since. */
  rev: z.number().int().nonnegative(),
  url,
  method: webhookMethod.default('POST'),
  headers: z
    .array(
      z.object({
        name: headerName,
        /** Null: the secret of this name stays. */
        value: headerValue.nullable(),
      }),
    )
    .max(maxWebhookHeaders)
    .default([]),
  channels: channelIds.default([]),
  payload: webhookPayload.default('JSON'),
});
export type WebhookChange = z.infer<typeof webhookChange>;

/** Why something did not arrive, as a code; words for people live in the client. */
export const webhookProblem = z.enum([
  'refused',
  'gone',
  'busy',
  'failing',
  'unreachable',
  'timedOut',
  'certificate',
  'insecure',
  'privateHost',
  'movedAway',
  'secretLost',
  'switchedOff',
  'notShared',
  'nothingToSend',
  'notWritten',
  'crashed',
  'tooLate',
]);
export type WebhookProblem = z.infer<typeof webhookProblem>;

/** What became of sending one call; without a word of it. */
export const webhookDelivery = z.object({
  /** The `event-id` that the receiver sees. */
  id: z.string(),
  webhookId: z.string(),
  channelId: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number().int().nonnegative(),
  /** The status of the last answer; null where there was none. */
  status: z.number().int().nullable(),
  problem: webhookProblem.nullable(),
  /** When it is tried again; null where it is not. */
  nextAt: timestamp.nullable(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** What a test came to. */
export const webhookTestResult = z.object({
  status: z.number().int().nullable(),
  problem: webhookProblem.nullable(),
  milliseconds: z.number().int().nonnegative(),
});
export type WebhookTestResult = z.infer<typeof webhookTestResult>;
