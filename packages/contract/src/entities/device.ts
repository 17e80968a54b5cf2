import { z } from 'zod';
import { plainLine } from '../rules/plain-line.ts';
import { timestamp } from './common.ts';

/** An installation of the client. ENT-044 */
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

/** What a client says of itself when someone signs in with it. It names itself once, at random, and keeps that name. */
export const deviceId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);
export const deviceRegistration = z.object({
  /** Made by the app from what the browser says: what no name has is left out. */
  name: z.string().overwrite(plainLine).min(1).max(100),
  os: z.string().trim().max(100),
  version: z.string().trim().max(50),
  platform: z.enum(['browser', 'desktop']),
});
export type DeviceRegistration = z.infer<typeof deviceRegistration>;
