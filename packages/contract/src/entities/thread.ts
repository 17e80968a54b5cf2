import { z } from 'zod';
import { timestamp } from './common.ts';
import { documentation } from './documentation.ts';
import { remote } from './remote.ts';

/**
 * Whom a thread is with: a contact (or a colleague by their web user id), a number that is nobody's, or one call without a
 * number.
 */
export const threadOf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact'), contactId: z.string().min(1) }),
  z.object({ kind: z.literal('number'), number: z.string().min(1).max(64) }),
  z.object({ kind: z.literal('anonymous'), docId: z.string().min(1) }),
]);
export type ThreadOf = z.infer<typeof threadOf>;

const smallTalkItems = documentation.shape.smallTalk.unwrap().shape.items.unwrap();
const actionItems = documentation.shape.actionItem.unwrap().shape.items.unwrap();

/** What stands around a thread. */
export const threadInfo = z.object({
  /** The channel's id. */
  id: z.string(),
  remote,
  /** Every number of the other side: those of the contact, else the one that called. */
  phoneNumbers: z.array(z.object({ label: z.string().nullable(), number: z.string() })),
  calls: z.number().int().nonnegative(),
  unresolvedCalls: z.number().int().nonnegative(),
  firstCallAt: timestamp.nullable(),
  /** Topics of these calls with how many have each and how many of those are unresolved, the most frequent first. */
  topics: z.array(
    z.object({
      topic: z.string(),
      calls: z.number().int().positive(),
      unresolvedCalls: z.number().int().nonnegative(),
    }),
  ),
  /** Other channels of the asker where the same other side called. */
  alsoIn: z.array(z.object({ channelId: z.string(), calls: z.number().int().positive() })),
  /** Web users who talked to them in this channel, who talked last first. */
  talkedBy: z.array(z.string()),
  /** Action items that nobody has done yet, each with its call. */
  openActionItems: z.array(z.object({ docId: z.string(), item: actionItems.element })),
  /** Small talk of these calls that nobody dismissed, each with its call, pinned first. */
  smallTalk: z.array(z.object({ docId: z.string(), item: smallTalkItems.element })),
});
export type ThreadInfo = z.infer<typeof threadInfo>;
