import { z } from 'zod';

/** One entry of a peer connection's `iceServers`. */
export const iceServer = z.object({
  urls: z.array(z.string()).min(1),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof iceServer>;
