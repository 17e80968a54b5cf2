import { z } from 'zod';
import { ringStrategy, routingDestination } from './channel-routing.ts';
import { lineForwarding } from './line-forwarding.ts';
import { lineVoicemail } from './line-voicemail.ts';
import { pause } from './pause.ts';
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

/** What becomes of the calls of a shared channel, as its members are told. */
const callFlow = z.object({
  strategy: ringStrategy,
  /** How long the channel rings before a call continues. */
  ringSeconds: z.number().int(),
  overflow: routingDestination,
  /** How the channel is called to which calls continue; null for every other destination. */
  overflowChannel: z.string().nullable(),
});
export type CallFlow = z.infer<typeof callFlow>;

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
  /** They pause in this queue; null: they do not. */
  pause: pause.nullable().default(null),
  /** Null for a line of one person. */
  flow: callFlow.nullable().default(null),
  /** Of one's own line; null for every other channel. */
  voicemail: lineVoicemail.nullable(),
  /** Of one's own line; null for every other channel. */
  forwarding: lineForwarding.nullable().default(null),
});
export type ChannelSetting = z.infer<typeof channelSetting>;
