import { z } from 'zod';
import { saidQuery, spokenText } from '../entities/spoken-text.ts';
import { defineRoute } from './route.ts';
import { wavFile } from './wav-file.ts';

const id = z.string().min(1).max(200);
const inChannel = z.object({ channelId: id });
/** `callId` is the docId of the inbox event, or the id of its session. */
const ofCall = inChannel.extend({ callId: id });
const nothing = z.object({});

/** What callers leave for a channel, and what they hear before. */
export const voicemailRoutes = {
  voicemailAudio: defineRoute({
    method: 'GET',
    path: '/voicemail/{channelId}/{docId}/recording',
    summary: 'Get the audio of a voicemail: MP3, or the original WAV',
    audience: 'user',
    params: inChannel.extend({ docId: id }),
    query: z.object({ format: z.enum(['mp3', 'wav']).default('mp3') }),
    /** `audio/mpeg` or `audio/wav`; a Range header is obeyed. */
    reply: z.unknown(),
  }),

  markVoicemail: defineRoute({
    method: 'PATCH',
    path: '/v3/channels/{channelId}/voicemail/{callId}',
    summary: 'Mark a voicemail as heard, or as new again',
    audience: 'user',
    params: ofCall,
    body: z.object({ markAsRead: z.boolean() }),
    reply: z.object({ readAt: z.iso.datetime().nullable() }),
    errors: ['CONFLICT'],
  }),

  deleteVoicemail: defineRoute({
    method: 'DELETE',
    path: '/v3/channels/{channelId}/voicemail/{callId}',
    summary: 'Permanently delete a voicemail',
    audience: 'user',
    params: ofCall,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  greeting: defineRoute({
    method: 'GET',
    path: '/v3/channels/{channelId}/greeting',
    summary: "Get the channel's own greeting as WAV; NOT_FOUND if callers hear the default greeting",
    audience: 'user',
    params: inChannel,
    /** `audio/wav`; a Range header is obeyed. */
    reply: z.unknown(),
  }),

  greetingText: defineRoute({
    method: 'GET',
    path: '/v3/channels/{channelId}/greeting/text',
    summary:
      "Get the text that the channel's own greeting was made from, null if it was uploaded or recorded; NOT_FOUND if there is none",
    audience: 'user',
    params: inChannel,
    reply: z.object({ said: spokenText.nullable() }),
  }),

  uploadGreeting: defineRoute({
    method: 'PUT',
    path: '/v3/channels/{channelId}/greeting',
    summary:
      'Upload the greeting that callers hear before the tone: WAV, 16-bit, mono, 8, 16 or 48 kHz, up to 10 MB; by the owner of a private channel, or an administrator',
    audience: 'user',
    params: inChannel,
    query: saidQuery,
    body: z.unknown(),
    takes: wavFile,
    reply: nothing,
    errors: ['FORBIDDEN'],
  }),

  deleteGreeting: defineRoute({
    method: 'DELETE',
    path: '/v3/channels/{channelId}/greeting',
    summary: "Delete the channel's own greeting; callers hear the default greeting again",
    audience: 'user',
    params: inChannel,
    reply: nothing,
    errors: ['FORBIDDEN'],
  }),
} as const;
