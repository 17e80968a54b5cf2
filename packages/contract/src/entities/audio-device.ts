import { z } from 'zod';

/** A headset's buttons. SENT-033 */
export const hidDevice = z.object({ productName: z.string(), productId: z.number().int() });
export type HidDevice = z.infer<typeof hidDevice>;

/** A microphone or a speaker. SENT-032 */
export const audioDevice = z.object({
  id: z.string(),
  name: z.string(),
  displayValue: z.string(),
  type: z.enum(['input', 'output']),
  hidDevice: hidDevice.nullable().default(null),
});
export type AudioDevice = z.infer<typeof audioDevice>;

/** What a browser lets us do; null as long as it has not been asked. SENT-070 */
export const permissionState = z.enum(['prompt', 'granted', 'denied']).nullable();
export type PermissionState = z.infer<typeof permissionState>;
