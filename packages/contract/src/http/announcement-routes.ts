import { z } from 'zod';
import { timestamp, typedName } from '../entities/common.ts';
import { saidQuery, spokenText } from '../entities/spoken-text.ts';
import { defineRoute } from './route.ts';
import { wavFile } from './wav-file.ts';

const announcement = z.object({
  id: z.string(),
  name: z.string(),
  durationMs: z.number().int().nonnegative(),
  createdAt: timestamp,
  /** Channels that play it. */
  channelIds: z.array(z.string()),
  /** What was typed and spoken; null for what was uploaded or recorded. */
  said: spokenText.nullable(),
});
export type Announcement = z.infer<typeof announcement>;

/** How far a recording by telephone is. `over`: the call ended, or nobody called in time, and nothing is kept. */
export const phoneRecordingState = z.enum(['waiting', 'asked', 'speaking', 'hearing', 'kept', 'over']);
export type PhoneRecordingState = z.infer<typeof phoneRecordingState>;

/** An announcement that a user says by telephone, before it is one. */
export const phoneRecording = z.object({
  id: z.string(),
  /** What the user dials on any device of theirs, once. */
  number: z.string(),
  state: phoneRecordingState,
  durationMs: z.number().int().nonnegative().nullable(),
  /** Until when somebody has to call. */
  expiresAt: timestamp,
});
export type PhoneRecording = z.infer<typeof phoneRecording>;

const oneRecording = z.object({ recordingId: z.string().uuid() });
const one = z.object({ announcementId: z.string().min(1).max(64) });

/** What callers of channels hear before anyone rings, or that it is closed. Routings name them by their ids. */
export const announcementRoutes = {
  announcements: defineRoute({
    method: 'GET',
    path: '/account/announcements',
    summary: 'List the announcements of the account by name',
    audience: 'admin',
    reply: z.object({ announcements: z.array(announcement) }),
  }),

  addAnnouncement: defineRoute({
    method: 'POST',
    path: '/account/announcements',
    summary: 'Upload an announcement: WAV, 16-bit, mono, 8, 16 or 48 kHz, up to 10 MB; up to 100 per account',
    audience: 'admin',
    query: saidQuery.extend({ name: typedName(100) }),
    body: z.unknown(),
    takes: wavFile,
    reply: announcement,
    errors: ['CONFLICT'],
  }),

  replaceAnnouncement: defineRoute({
    method: 'PUT',
    path: '/account/announcements/{announcementId}',
    summary: 'Replace the sound and the name of an announcement; whatever plays it plays the new one',
    audience: 'admin',
    params: one,
    query: saidQuery.extend({ name: typedName(100) }),
    body: z.unknown(),
    takes: wavFile,
    reply: announcement,
  }),

  announcementAudio: defineRoute({
    method: 'GET',
    path: '/account/announcements/{announcementId}/audio',
    summary: 'Get the audio of an announcement as WAV',
    audience: 'admin',
    params: one,
    /** `audio/wav`; a Range header is obeyed. */
    reply: z.unknown(),
  }),

  removeAnnouncement: defineRoute({
    method: 'DELETE',
    path: '/account/announcements/{announcementId}',
    summary: 'Delete an announcement that no channel, voice menu or call assistant uses',
    audience: 'admin',
    params: one,
    reply: z.object({}),
    errors: ['CONFLICT'],
  }),

  beginPhoneRecording: defineRoute({
    method: 'POST',
    path: '/account/phone-recordings',
    summary: 'Ask for a recording by telephone: gives what to dial on a device of your own, once, within ten minutes',
    audience: 'admin',
    reply: phoneRecording,
  }),

  phoneRecording: defineRoute({
    method: 'GET',
    path: '/account/phone-recordings/{recordingId}',
    summary: 'Get how far a recording by telephone of your own is',
    audience: 'admin',
    params: oneRecording,
    reply: phoneRecording,
  }),

  phoneRecordingAudio: defineRoute({
    method: 'GET',
    path: '/account/phone-recordings/{recordingId}/audio',
    summary: 'Get what was said and kept as WAV, to upload it as an announcement; it is kept for an hour',
    audience: 'admin',
    params: oneRecording,
    /** `audio/wav`. */
    reply: z.unknown(),
  }),

  dropPhoneRecording: defineRoute({
    method: 'DELETE',
    path: '/account/phone-recordings/{recordingId}',
    summary: 'Give up a recording by telephone: a call that records it ends with its next step',
    audience: 'admin',
    params: oneRecording,
    reply: z.object({}),
  }),
} as const;
