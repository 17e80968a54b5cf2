import { z } from 'zod';

/** A server of the Pusher Channels protocol. `elsewhere` is null when it is the one that the page came from. */
export const realtimeServer = z.object({
  key: z.string(),
  elsewhere: z.object({ host: z.string(), port: z.number().int(), tls: z.boolean() }).nullable(),
});
export type RealtimeServer = z.infer<typeof realtimeServer>;
