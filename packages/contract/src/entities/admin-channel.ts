import { z } from 'zod';
import { channelRouting } from './channel-routing.ts';
import { e164, extensionNumber, plainId, typedName, webUserId } from './common.ts';
import { handSwitch } from './hand-switch.ts';
import { lineForwarding } from './line-forwarding.ts';
import { skillNeeds } from './skill.ts';

/** A channel as administrators see it. Private ones are their owner's; only their routing and numbers can be changed. */
export const adminChannel = z.object({
  id: z.string(),
  type: z.enum(['private', 'acd', 'room']),
  /** Of a private channel the owner's name. */
  name: z.string(),
  icon: z.string(),
  ownerUserId: webUserId.nullable(),
  extensions: z.array(z.string()),
  numbers: z.array(z.object({ number: e164, label: z.string().nullable() })),
  directDial: e164.nullable(),
  /** In the order in which they ring where the order is fixed. */
  members: z.array(
    z.object({
      userId: webUserId,
      name: z.string(),
      dialedIn: z.boolean(),
      supervises: z.boolean(),
      deactivated: z.boolean(),
    }),
  ),
  routing: channelRouting,
  /** Where the owner of a private channel sends its calls; null for a shared one. */
  forwarding: lineForwarding.nullable().default(null),
  /** Null: by its opening hours. What is over may still be named. */
  held: handSwitch.nullable(),
  /** Calls that nobody has resolved yet. */
  unresolved: z.number().int().nonnegative(),
});
export type AdminChannel = z.infer<typeof adminChannel>;

const name = typedName(100);
const icon = z.string().regex(/^[a-z0-9-]{1,40}$/, 'not a name of an icon');
const member = z.object({
  userId: webUserId,
  dialedIn: z.boolean().default(true),
  /** May listen to calls of the queue; left out: as it was, and not for somebody new. */
  supervises: z.boolean().optional(),
});

/** The most members of a shared channel, in whatever way they join it. */
export const mostChannelMembers = 200;

/** The whole list of members in their order. */
export const channelMembers = z
  .array(member)
  .max(mostChannelMembers)
  .refine((members) => new Set(members.map(({ userId }) => userId)).size === members.length, 'a user is listed twice');

/** A new shared channel. Two of one account never have the same name. */
export const newChannel = z.object({
  name,
  icon: icon.default('inbox'),
  /** Null: the lowest free one from 20 on. */
  extension: extensionNumber.nullable().default(null),
  /** A number of the account, which leaves the channel it has been with. */
  number: e164.nullable().default(null),
  members: channelMembers.default([]),
  routing: channelRouting.optional(),
});
export type NewChannel = z.infer<typeof newChannel>;

/** What is missing stays. */
export const channelChange = z
  .object({
    name,
    icon,
    /** One of the channel's own numbers. */
    directDial: e164.nullable(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type ChannelChange = z.infer<typeof channelChange>;

/** A number of the account. */
export const adminNumber = z.object({
  /** The number itself. */
  id: e164,
  label: z.string().nullable(),
  /** Null: it rings nowhere yet. */
  channelId: z.string().nullable(),
  channelName: z.string().nullable(),
  channelType: z.enum(['private', 'acd', 'room']).nullable(),
  isDirectDial: z.boolean(),
  /** The voice menu that its callers hear in place of the channel's. */
  menuId: z.string().nullable(),
  /** The skills that its callers need besides those that the queue asks for. */
  skills: skillNeeds.default([]),
});
export type AdminNumber = z.infer<typeof adminNumber>;

const label = typedName(100).nullable();

/** One number, or a block of them with these ends, read as `numberBlock` reads it. */
export const newNumbers = z
  .object({
    first: e164,
    last: e164.nullable().default(null),
    /** The trunk that a block belongs to. */
    trunkId: plainId.nullable().default(null),
    label: label.default(null),
    channelId: z.string().min(1).max(64).nullable().default(null),
  })
  .refine(({ last, trunkId }) => last !== null || trunkId === null, {
    path: ['trunkId'],
    message: 'only a block has a trunk',
  });
export type NewNumbers = z.infer<typeof newNumbers>;

/** A block that was added with both ends: what it is, and how much of it is in use. */
export const adminNumberBlock = z.object({
  id: z.string(),
  label: z.string().nullable(),
  /** The -0 of a German block; null where it has none. */
  switchboard: e164.nullable(),
  first: e164,
  last: e164,
  /** The trunk that it belongs to; null where nobody has said. */
  trunkId: z.string().nullable(),
  trunkName: z.string().nullable(),
  /** Numbers of it that the account has, and those that lead somewhere. */
  total: z.number().int().nonnegative(),
  used: z.number().int().nonnegative(),
});
export type AdminNumberBlock = z.infer<typeof adminNumberBlock>;

export const numberBlockChange = z
  .object({ label, trunkId: plainId.nullable() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type NumberBlockChange = z.infer<typeof numberBlockChange>;

export const numberChange = z
  .object({ label, channelId: z.string().min(1).max(64).nullable(), menuId: plainId.nullable(), skills: skillNeeds })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type NumberChange = z.infer<typeof numberChange>;
