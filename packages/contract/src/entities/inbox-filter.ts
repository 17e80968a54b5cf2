import { z } from 'zod';
import { timestamp, webUserId } from './common.ts';

/** A row's place in a channel's list: newest first, calls of one moment by their ids. */
export const inboxPlace = z.object({ startedAt: timestamp, id: z.string().min(1) });
export type InboxPlace = z.infer<typeof inboxPlace>;

/** What calls can be looked for by; calls of any of the chosen kinds pass. */
export const inboxKinds = ['incoming', 'outgoing', 'missed', 'voicemail', 'recorded', 'noted'] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** A day, `yyyy-MM-dd`, that a database takes: there is no year 0. */
const day = z.iso.date().refine((text) => !text.startsWith('0000'), 'not a day that can be kept');

/** Which calls of a list are shown: what is given must all hold. */
export const inboxFilter = z.object({
  /** Words of names, numbers, notes, transcripts; every word has to occur, its beginning is enough. */
  text: z.string().trim().min(1).max(200).optional(),
  kinds: z.array(z.enum(inboxKinds)).min(1).max(inboxKinds.length).optional(),
  /** Who took or placed the call. */
  owner: webUserId.optional(),
  topic: z.string().min(1).max(200).optional(),
  /** The first and the last day of their beginnings, both included, where the account is. */
  from: day.optional(),
  to: day.optional(),
});
export type InboxFilter = z.infer<typeof inboxFilter>;
