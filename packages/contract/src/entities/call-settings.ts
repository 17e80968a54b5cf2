import { z } from 'zod';
import { firstPauseReasons, pauseReasons } from './pause.ts';

/** How an account wants its calls; what is missing or unreadable is the default. */
export const callSettings = z.object({
  /** A second incoming call rings while one runs; off: it is refused. */
  callWaiting: z.boolean().default(false).catch(false),
  /** What the other side hears, or does, before anything is recorded. */
  recordingConsent: z.enum(['none', 'announcement', 'keypress']).default('none').catch('none'),
  /** What parties on hold hear: the music that comes with the server, the account's own, or nothing. */
  holdMusic: z.enum(['default', 'own', 'off']).default('default').catch('default'),
  /** The own line of someone who is added has a voicemail from the beginning. */
  voicemailForNewPeople: z.boolean().default(true).catch(true),
  /** Desk phones may take calls that ring a colleague alone, or a shared channel of others. */
  picksUpColleagues: z.boolean().default(false).catch(false),
  /** Colleagues may call in: phones of users who do not refuse it answer by themselves. */
  intercom: z.boolean().default(false).catch(false),
  /**
   * Whether supervisors may listen to calls of queues: not at all; the member of the queue sees it and hears a tone; both sides
   * hear it said before.
   */
  supervision: z.enum(['off', 'shown', 'announced']).default('off').catch('off'),
  /** Why members of queues may pause. */
  pauseReasons: pauseReasons.default(() => [...firstPauseReasons]).catch(() => [...firstPauseReasons]),
});
export type CallSettings = z.infer<typeof callSettings>;
