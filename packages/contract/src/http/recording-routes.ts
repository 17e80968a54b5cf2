import { z } from 'zod';
import { callSettings } from '../entities/call-settings.ts';
import { defineRoute } from './route.ts';

const id = z.string().min(1).max(200);
/** `docId` is that of the inbox event, or the id of its session. */
const event = z.object({ channelId: id, docId: id });
const ofAccount = event.extend({ accountId: id });
const nothing = z.object({});

/** What was recorded, and how an account wants its calls. */
export const recordingRoutes = {
  recordingUrl: defineRoute({
    method: 'GET',
    path: '/recording/{channelId}/{docId}',
    summary: "Where the recording of a call can be fetched, with the asker's own access token",
    audience: 'user',
    params: event,
    reply: z.object({ url: z.string() }),
  }),

  recordingAudio: defineRoute({
    method: 'GET',
    path: '/recording-neopbx/{accountId}/{channelId}/{docId}',
    summary: 'The sound of a recording, left the user and right the other side: MP3, or the WAV it was made of',
    audience: 'user',
    params: ofAccount,
    /** Without `kind` the newest of both. */
    query: z.object({
      format: z.enum(['mp3', 'wav']).default('mp3'),
      kind: z.enum(['manual', 'automatic']).optional(),
    }),
    /** `audio/mpeg` or `audio/wav`; a Range header is obeyed. */
    reply: z.unknown(),
  }),

  deleteRecording: defineRoute({
    method: 'DELETE',
    path: '/recording-neopbx/{accountId}/{channelId}/{docId}',
    summary: 'Delete what was recorded of a call, for good',
    audience: 'user',
    params: ofAccount,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  updateCallSettings: defineRoute({
    method: 'PATCH',
    path: '/account/call-settings',
    summary: 'Change how the account wants its calls; what is left out stays',
    audience: 'admin',
    body: z
      .object({
        callWaiting: z.boolean(),
        recordingConsent: z.enum(['none', 'announcement', 'keypress']),
        holdMusic: z.enum(['default', 'own', 'off']),
        voicemailForNewPeople: z.boolean(),
      })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'nothing to change'),
    reply: callSettings,
    errors: ['CONFLICT'],
  }),

  uploadHoldMusic: defineRoute({
    method: 'PUT',
    path: '/account/hold-music',
    summary:
      'Upload the music for parties on hold: WAV, 16 bits, mono, 8, 16 or 48 kHz, at most 10 MB; it is used at once',
    audience: 'admin',
    /** `audio/wav`, the file as it is. */
    body: z.unknown(),
    reply: callSettings,
  }),

  removeHoldMusic: defineRoute({
    method: 'DELETE',
    path: '/account/hold-music',
    summary: "Delete the account's own music; parties on hold hear the default again",
    audience: 'admin',
    reply: callSettings,
  }),
} as const;
