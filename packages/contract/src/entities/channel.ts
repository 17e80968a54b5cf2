import { z } from 'zod';
import { e164, personPicture, webUserId } from './common.ts';
import { presenceStatus } from './presence.ts';

/** Lower-cased before it is checked. An `acd` channel hands calls to whichever of its members is free. */
export const channelKind = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['private', 'acd']));
export type ChannelKind = z.infer<typeof channelKind>;

/** Someone of the channel. `id` is their web user id; `dialedIn` says whether its calls ring them. SENT-014 */
export const channelMember = z.object({
  id: webUserId,
  firstName: z.string(),
  lastName: z.string(),
  dialedIn: z.boolean().default(false),
  status: presenceStatus.default('UNKNOWN'),
  avatar: personPicture.nullish(),
});
export type ChannelMember = z.infer<typeof channelMember>;

/** Which devices of a person a channel rings. SENT-011 */
export const channelUser = z.object({ id: webUserId, deviceIds: z.array(z.string()).default([]) });

/** A number of the channel. */
const channelNumber = z.object({ phoneNumber: e164, label: z.string().nullable().default(null) });
export type ChannelNumber = z.infer<typeof channelNumber>;

/** The fields of a channel; `channel` adds the rule between them. */
export const channelFields = {
  id: z.string().min(1),
  name: z.string().nullable(),
  icon: z.string().default('inbox'),
  type: channelKind,
  channelType: z.enum(['shared', 'personal']),
  unresolvedCalls: z.number().int().nonnegative().default(0),
  phoneNumbers: z.array(channelNumber).default([]),
  members: z.array(channelMember).default([]),
  users: z.array(channelUser).default([]),
  directDial: z.string().nullable().default(null),
  /** Seconds after a call in which an agent is left alone; an `acd` channel always has it. */
  followUpTime: z.number().nonnegative().nullish(),
};

/** A check for objects with `channelFields`: an acd channel needs a number as its follow-up time. */
export function followUpTimeWhereNeeded(context: {
  value: { type: ChannelKind; followUpTime?: number | null | undefined };
  issues: z.core.$ZodRawIssue[];
}): void {
  const { type, followUpTime } = context.value;
  if (type === 'acd' && typeof followUpTime !== 'number') {
    context.issues.push({
      code: 'custom',
      input: followUpTime,
      path: ['followUpTime'],
      message: 'an acd channel needs a follow-up time',
    });
  }
}

/**
 * Where calls arrive: one person's own line, or one that several people share.
 * ENT-002, ENT-003, SENT-012, SENT-011
 */
export const channel = z.object(channelFields).check(followUpTimeWhereNeeded);
export type Channel = z.infer<typeof channel>;
