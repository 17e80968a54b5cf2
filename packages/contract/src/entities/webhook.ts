import { z } from 'zod';

/** Where an account wants to hear of its calls. SENT-039 */
export const webhookConfig = z.object({
  id: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  method: z.string().default('POST'),
  headers: z.record(z.string(), z.string()).default({}),
  payload_type: z.enum(['JSON', 'VCON']),
  channels: z.array(z.string()).default([]),
});
export type WebhookConfig = z.infer<typeof webhookConfig>;

/** One in the settings; `deleted` marks what goes once they are saved, and is never sent. SENT-038 */
export const webhookDraft = webhookConfig.extend({ deleted: z.boolean().default(false) });
export type WebhookDraft = z.infer<typeof webhookDraft>;
