import { z } from 'zod';

/** What a phone system sends to a bot, as Twilio documents Media Streams; anything else is a fault of it. */
const number = z.string().regex(/^\d+$/);
const streamSid = z.string().regex(/^MZ[0-9a-f]{32}$/);
const numbered = { sequenceNumber: number, streamSid };

const startOf = z.strictObject({
  accountSid: z.string(),
  streamSid,
  callSid: z.string(),
  tracks: z.tuple([z.literal('inbound')]),
  mediaFormat: z.strictObject({
    encoding: z.literal('audio/x-mulaw'),
    sampleRate: z.literal(8000),
    channels: z.literal(1),
  }),
  customParameters: z.record(z.string(), z.string()),
});

export const message = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('connected'), protocol: z.literal('Call'), version: z.literal('1.0.0') }),
  z.strictObject({ event: z.literal('start'), ...numbered, start: startOf }),
  z.strictObject({
    event: z.literal('media'),
    ...numbered,
    media: z.strictObject({ track: z.literal('inbound'), chunk: number, timestamp: number, payload: z.base64() }),
  }),
  z.strictObject({
    event: z.literal('dtmf'),
    ...numbered,
    dtmf: z.strictObject({ track: z.literal('inbound_track'), digit: z.string().length(1) }),
  }),
  z.strictObject({ event: z.literal('mark'), ...numbered, mark: z.strictObject({ name: z.string() }) }),
  z.strictObject({
    event: z.literal('stop'),
    ...numbered,
    stop: z.strictObject({ accountSid: z.string(), callSid: z.string() }),
  }),
]);

export type SentToBot = z.output<typeof message>;
export type Start = z.output<typeof startOf>;
