import { z } from 'zod';
import { timestamp, webUserId } from './common.ts';

/** A row's place in a channel's list: newest first, calls of one moment by their ids. */
export const inboxPlace = z.object({ startedAt: timestamp, id: z.string().min(1) });
export type InboxPlace = z.infer<typeof inboxPlace>;

/** What calls can be looked for by; calls of any of the chosen kinds pass. */
export const inboxKinds = ['incoming', 'outgoing', 'missed', 'voicemail', 'recorded', 'noted'] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** Which calls of a list are shown: what is given must all hold. */
export const inboxFilter = z.object({
  /** Words of names, numbers, notes, transcripts; every word has to occur, its beginning is enough. */
  text: z.string().trim().min(1).max(200).optional(),
  kinds: z.array(z.enum(inboxKinds)).min(1).max(inboxKinds.length).optional(),
  /** Who took or placed the call. */
  owner: webUserId.optional(),
  topic: z.string().min(1).max(200).optional(),
});
export type InboxFilter = z.infer<typeof inboxFilter>;
