import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Who we are to a Pusher-compatible gateway, ours or someone else's. */
export interface RealtimeKeys {
  readonly appId: string;
  /** Public: clients connect with it. */
  readonly key: string;
  readonly secret: string;
  /** 32 bytes in base64, from which the key of each encrypted channel is derived. */
  readonly masterKey: string;
}

/** What is kept of the keys. */
export const realtimeKeysShape = z.object({
  appId: z.string(),
  key: z.string(),
  secret: z.string().min(16),
  masterKey: z.base64(),
});

/** Keys of a new installation. */
export const newRealtimeKeys = (): RealtimeKeys => ({
  appId: 'sidetone',
  key: 'sidetone',
  secret: randomBytes(24).toString('base64url'),
  masterKey: randomBytes(32).toString('base64'),
});
