import { z } from 'zod';
import { timestamp } from './common.ts';

const sound = {
  callId: z.string(),
  createdAt: timestamp,
  buffer: z.instanceof(ArrayBuffer),
  /** Seconds. */
  duration: z.number().nonnegative(),
};

/** A message on the machine, kept on this device. SENT-042 */
export const storedVoicemail = z.object({ id: z.string(), ...sound });
export type StoredVoicemail = z.infer<typeof storedVoicemail>;

/** A recording, kept on this device. SENT-043, SENT-044 */
export const storedRecording = z.object({
  channelId: z.string(),
  recordingType: z.enum(['manual', 'automatic']),
  ...sound,
});
export type StoredRecording = z.infer<typeof storedRecording>;
