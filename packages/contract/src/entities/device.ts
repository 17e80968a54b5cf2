import { z } from 'zod';
import { timestamp } from './common.ts';

/** An installation of the client. */
export const device = z.object({
  id: z.string(),
  name: z.string(),
  pushToken: z.string().nullable().default(null),
  platform: z.string(),
  state: z.string(),
  updatedAt: timestamp,
  version: z.string(),
  os: z.string(),
});
export type Device = z.infer<typeof device>;
