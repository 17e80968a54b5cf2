import { z } from 'zod';

/** What a grant allows a number of times. ENT-007, SENT-034 */
export const quota = z.object({ grant: z.string(), limit: z.number().nonnegative() });
export type Quota = z.infer<typeof quota>;

/** What an account has booked. `id` names it, such as PREMIUM_TIER_B. ENT-007, SENT-002 */
export const plan = z.object({
  id: z.string(),
  displayName: z.string(),
  allowedIntegrations: z.array(z.string()).default([]),
  grants: z.array(z.string()).default([]),
  integrationGrants: z.array(z.string()).default([]),
  link: z.string().nullable().default(null),
  quotas: z.array(quota).default([]),
});
export type Plan = z.infer<typeof plan>;
