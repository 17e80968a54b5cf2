import { z } from 'zod';
import { callSettings, parkingSettings } from '../entities/call-settings.ts';
import { pauseReasons } from '../entities/pause.ts';
import { defineRoute } from './route.ts';
import { wavFile } from './wav-file.ts';

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
    summary: 'Get the address of a call recording, to be fetched with your own access token',
    audience: 'user',
    params: event,
    reply: z.object({ url: z.string() }),
  }),

  recordingAudio: defineRoute({
    method: 'GET',
    path: '/recording-neopbx/{accountId}/{channelId}/{docId}',
    summary:
      'Get the audio of a recording, the user on the left and the other side on the right: MP3, or the original WAV',
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
    summary: 'Permanently delete the recordings of a call',
    audience: 'user',
    params: ofAccount,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  updateCallSettings: defineRoute({
    method: 'PATCH',
    path: '/account/call-settings',
    summary: 'Change the call settings of the account; fields left out stay as they are',
    audience: 'admin',
    body: z
      .object({
        callWaiting: z.boolean(),
        recordingConsent: z.enum(['none', 'announcement', 'keypress']),
        holdMusic: z.enum(['default', 'own', 'off']),
        voicemailForNewPeople: z.boolean(),
        picksUpColleagues: z.boolean(),
        intercom: z.boolean(),
        supervision: z.enum(['off', 'shown', 'announced']),
        parking: parkingSettings.refine(
          ({ firstSlot, lastSlot }) => firstSlot <= lastSlot,
          'the first place comes before the last',
        ),
        pauseReasons,
      })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'nothing to change'),
    reply: callSettings,
    errors: ['CONFLICT'],
  }),

  uploadHoldMusic: defineRoute({
    method: 'PUT',
    path: '/account/hold-music',
    summary: 'Upload hold music: WAV, 16-bit, mono, 8, 16 or 48 kHz, up to 10 MB; it is used immediately',
    audience: 'admin',
    body: z.unknown(),
    takes: wavFile,
    reply: callSettings,
  }),

  removeHoldMusic: defineRoute({
    method: 'DELETE',
    path: '/account/hold-music',
    summary: "Delete the account's own hold music; callers on hold hear the default again",
    audience: 'admin',
    reply: callSettings,
  }),
} as const;
