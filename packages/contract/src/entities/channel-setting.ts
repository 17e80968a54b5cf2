import { z } from 'zod';
import { lineVoicemail } from './line-voicemail.ts';
import { channelSettings } from './sender.ts';

/** A number that a member may show for a channel: of the channel itself, or their own direct dial. */
const senderNumber = z.object({
  phoneNumber: z.string(),
  label: z.string().nullable(),
  isOwn: z.boolean(),
});

/** A device that the channel may ring. */
const channelDevice = z.object({
  id: z.string(),
  kind: z.enum(['app', 'phone']),
  name: z.string(),
  /** The channel rings it. */
  rings: z.boolean(),
  /** It is registered now. */
  online: z.boolean(),
});

/** What the signed-in person chose for one of their channels, and what there is to choose from. `id` is the channel's. */
export const channelSetting = z.object({
  id: z.string(),
  ...channelSettings.shape,
  /** What calls show while nothing is chosen; null where there is no number at all. */
  defaultNumber: z.string().nullable(),
  numbers: z.array(senderNumber),
  devices: z.array(channelDevice),
  /** Since when `dialedIn` is what it is; null where it never changed. */
  dialedSince: z.iso.datetime({ offset: true }).nullable(),
  /** Of one's own line; null for every other channel. */
  voicemail: lineVoicemail.nullable(),
});
export type ChannelSetting = z.infer<typeof channelSetting>;
