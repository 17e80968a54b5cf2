import { z } from 'zod';
import { smallTalkItem } from './documentation.ts';

/** A call with a contact, as short as a line. */
export const contactCall = z.object({
  channelId: z.string(),
  docId: z.string(),
  direction: z.enum(['INCOMING', 'OUTGOING']),
  isMissed: z.boolean(),
  hasVoicemail: z.boolean(),
  /** Headline, else the first topic, else what was said on the voicemail; null where nothing is known. */
  text: z.string().nullable(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().int().nullable(),
});
export type ContactCall = z.infer<typeof contactCall>;

/** What was spoken with a contact in the channels of the asker. `id` is the contact's. */
export const contactHistory = z.object({
  id: z.string(),
  /** Channels with calls, most calls first. */
  channels: z.array(z.object({ channelId: z.string(), calls: z.number().int() })),
  /** The last six, newest first. */
  calls: z.array(contactCall),
  /** What is not dismissed: pinned ones first, then the newest. */
  smallTalk: z.array(smallTalkItem.extend({ channelId: z.string(), docId: z.string() })),
});
export type ContactHistory = z.infer<typeof contactHistory>;
