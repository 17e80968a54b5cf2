import { z } from 'zod';

/**
 * Senders that are no number: without the number, and without the display name either (RFC 3325, privacy `id`).
 * SENT-019
 */
export const withheldSenders = ['anonymous', 'suppressed'] as const;
export type WithheldSender = (typeof withheldSenders)[number];

/** One entry of the sender selector: by phone in the classic generation, by channel in the newer one. SENT-016 */
export const senderOption = z.object({
  id: z.string(),
  phoneNumber: z.string().nullable(),
  phoneNumberLabel: z.string().nullable().default(null),
  phoneId: z.string().nullable().default(null),
  channelId: z.string(),
  channelName: z.string().nullable(),
  displayValue: z.string(),
});
export type SenderOption = z.infer<typeof senderOption>;

const channelPhoneId = z.string().nullable().default(null);

/** The remembered sender of click-to-dial in the classic generation. SENT-017 */
export const classicClick2Dial = z.object({ channelId: z.string(), phoneId: z.string(), channelPhoneId });
export type ClassicClick2Dial = z.infer<typeof classicClick2Dial>;

/** The remembered sender of click-to-dial in the newer generation: a number, or one of `withheldSenders`. SENT-018 */
export const click2Dial = z.object({ channelId: z.string(), phoneNumber: z.string().min(1), channelPhoneId });
export type Click2Dial = z.infer<typeof click2Dial>;

/** What a person chose for a channel. SENT-013 */
export const channelSettings = z.object({
  selectedPhoneId: z.string().nullable().default(null),
  selectedPhoneNumber: z.string().nullable().default(null),
  dialedIn: z.boolean().default(false),
  isAppExtensionActive: z.boolean().default(false),
});
export type ChannelSettings = z.infer<typeof channelSettings>;
