import { z } from 'zod';

/** When a queue raises an alarm. */
export const queueLimits = z.object({
  /** A queue with so many callers who wait; null: none does. */
  mostWaiting: z.int().min(1).max(999).nullable(),
  /** And one in which somebody has waited for so many seconds. */
  mostWaitSeconds: z.int().min(10).max(7200).nullable(),
});
export type QueueLimits = z.infer<typeof queueLimits>;
