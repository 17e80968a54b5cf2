import type { Service } from '../../calls/call.ts';
import type { Voicemails } from '../../ports.ts';
import type { SpokenAnnouncements } from '../../spoken-announcements.ts';
import type { RunningCall } from '../running-call.ts';
import { type SoundToSay, sayAndKeep } from './say-and-keep.ts';
import type { ServiceLeg } from './service-leg.ts';

export interface SpokenParts {
  /** Without it nobody can leave a message. */
  readonly voicemails?: Voicemails | undefined;
  /** Without it nobody says an announcement. */
  readonly announcements?: SpokenAnnouncements | undefined;
}

type Place = Pick<SoundToSay, 'locale' | 'newId'>;

const longestGreetingMs = 120_000;
/** As long as an announcement that is uploaded. */
const longestAnnouncementMs = 300_000;

/** A member says the greeting of a channel. */
export const sayGreeting = (
  leg: ServiceLeg,
  { channelId, ...place }: Place & { readonly channelId: string },
  voicemails: Voicemails,
): Promise<void> =>
  sayAndKeep(leg, {
    ...place,
    passing: (name) => voicemails.passing(name),
    prompt: 'greetingRecord',
    longestMs: longestGreetingMs,
    async keep({ path }) {
      await voicemails.greetingRecorded(channelId, path);
      return true;
    },
  });

/** A user says an announcement of the company, for which a browser waits. */
async function sayAnnouncement(
  leg: ServiceLeg,
  { recordingId, callId, ...place }: Place & { readonly recordingId: string; readonly callId: string },
  { voicemails, announcements }: Required<SpokenParts>,
): Promise<void> {
  if (!voicemails || !announcements) return;
  try {
    await sayAndKeep(leg, {
      ...place,
      passing: (name) => voicemails.passing(name),
      prompt: 'announcementRecord',
      longestMs: longestAnnouncementMs,
      reached: (step) => announcements.reached(recordingId, callId, step),
      keep: (said) => announcements.keep(recordingId, callId, said),
    });
  } finally {
    await announcements.hungUp(recordingId, callId);
  }
}

/** A sound that somebody dialled a code to say. */
export async function saySound(
  leg: ServiceLeg,
  { call: { callId } }: RunningCall,
  service: Extract<Service, { kind: 'greeting' | 'sayAnnouncement' }>,
  { voicemails, announcements, locale, newId }: SpokenParts & Place,
): Promise<void> {
  const place = { locale, newId };
  if (service.kind === 'sayAnnouncement') {
    const { recordingId } = service;
    await sayAnnouncement(leg, { ...place, recordingId, callId }, { voicemails, announcements });
  } else if (voicemails) await sayGreeting(leg, { ...place, channelId: service.channelId }, voicemails);
}
