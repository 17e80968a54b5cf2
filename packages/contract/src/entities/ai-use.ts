import { z } from 'zod';
import { aiPurpose } from './ai-connection.ts';
import { aiServiceKind } from './ai-settings.ts';

/** What an account used of a service in a month. */
export const aiUseRow = z.object({
  /** Where the company is, `yyyy-MM`. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  connectionId: z.string(),
  purpose: aiPurpose,
  kind: aiServiceKind,
  /** Null for a service that was deleted since. */
  name: z.string().nullable(),
  /** Calls about which it was asked, each once. */
  calls: z.number().int().nonnegative(),
  audioSeconds: z.number().nonnegative(),
  tokens: z.number().int().nonnegative(),
  /** By currency, in millionths of a unit. Empty: nobody has entered prices. */
  costs: z.array(z.object({ currency: z.string(), millionths: z.number().int() })),
  /** Some of it was used before prices were entered. */
  isPartlyPriced: z.boolean(),
});
export type AiUseRow = z.infer<typeof aiUseRow>;
