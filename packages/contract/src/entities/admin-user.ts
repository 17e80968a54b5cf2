import { z } from 'zod';
import { adminRoles } from '../rules/admin/admin-roles.ts';
import { defaultGrants } from '../rules/grants.ts';
import { mostUsersChanged } from '../rules/limits.ts';
import { e164, extensionNumber, locale, personPicture, reach, timestamp, typedName, webUserId } from './common.ts';
import { outsideCallLimits } from './guard.ts';
import { emergencyAddress, typedEmergencyAddress } from './number-plan.ts';
import { chosenPassword } from './password.ts';
import { presenceStatus } from './presence.ts';
import { secondFactorState } from './second-factor.ts';

/**
 * How a one-time link goes to its person: `off`, the server sends no mail; `pending`, it is being sent; `sent`, the mail
 * server took it; `failed`, it did not.
 */
export const linkDelivery = z.enum(['off', 'pending', 'sent', 'failed']);
export type LinkDelivery = z.infer<typeof linkDelivery>;

/** The answer to the creator of a link. `url` is shown this once, and only where no mail took it. */
export const madeLink = z.object({
  url: z.string().nullable(),
  /** Who gets to where the link leads. */
  reach,
  delivery: linkDelivery,
  expiresAt: timestamp,
});
export type MadeLink = z.infer<typeof madeLink>;

/** The open invitation of someone who has not chosen a password yet. */
export const invitation = z.object({ createdAt: timestamp, expiresAt: timestamp, delivery: linkDelivery });

/** `registered`: it can be reached; `silent`: it is registered but stopped answering. */
export const deviceState = z.enum(['registered', 'silent', 'offline']);
export type DeviceState = z.infer<typeof deviceState>;

/** `invited`: has never come in; `deactivated`: cannot sign in, and nothing rings for them. */
export const adminUserState = z.enum(['active', 'invited', 'deactivated']);
export type AdminUserState = z.infer<typeof adminUserState>;

/** What a user may administer without being an administrator, each role once. */
const roleList = z
  .array(z.enum(adminRoles))
  .max(adminRoles.length)
  .refine((roles) => new Set(roles).size === roles.length, 'a role is listed twice');

/** Someone of the account as its administrators see them. */
export const adminUser = z.object({
  id: webUserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  avatarUrl: personPicture.nullable(),
  locale,
  admin: z.boolean(),
  /** None of an administrator. */
  roles: z.array(z.enum(adminRoles)).default([]),
  grants: z.array(z.string()),
  /** Null: none. */
  department: z.string().nullable(),
  state: adminUserState,
  createdAt: timestamp,
  deactivatedAt: timestamp.nullable(),
  /** Null where the person has none that is open. */
  invitation: invitation.nullable(),
  presence: presenceStatus,
  privateChannelId: z.string(),
  extensions: z.array(z.string()),
  numbers: z.array(e164),
  /** Shared channels that the person is a member of. */
  channelIds: z.array(z.string()),
  devices: z.array(z.object({ id: z.string(), kind: z.enum(['app', 'phone']), name: z.string(), state: deviceState })),
  /** Null: that of the account. */
  emergencyAddress: emergencyAddress.nullable(),
  /** Of calls outside; null: as the account says for each user. */
  limits: outsideCallLimits.nullable(),
  secondFactor: secondFactorState,
  /** They have signed in by the provider of the company. */
  singleSignOn: z.boolean().default(false),
});
export type AdminUser = z.infer<typeof adminUser>;

/** Everyone who was invited and has not accepted: the links that are open. `id` is the user's. */
export const adminInvitation = invitation.extend({
  id: webUserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  admin: z.boolean(),
  /** Who made it; null when they are gone, or for the command line. */
  invitedBy: z.string().nullable(),
});
export type AdminInvitation = z.infer<typeof adminInvitation>;

const name = typedName(100);
/** A part of the company, such as Sales. */
export const departmentName = typedName(60);
/** As people write their own: spaces around it are dropped. */
export const emailAddress = z.string().trim().max(320).pipe(z.email());

const grants = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^[A-Z0-9_]+$/, 'a grant is written in capitals'),
  )
  .max(50);

const channelIds = z.array(z.string().min(1).max(64)).max(200);

/**
 * Why the server refuses a person, or how they are to be reached. `numberUnknown`: the account has no such number; `numberTaken`: it
 * leads elsewhere; `extensionTaken`: someone or something else has it; `extensionMeaning`: it is an emergency number or a
 * short code; `channelUnknown`: the account has no such shared channel; `emailTaken`: someone on this
 * server has the address.
 */
export const reachProblems = [
  'numberUnknown',
  'numberTaken',
  'extensionTaken',
  'extensionMeaning',
  'channelUnknown',
  'emailTaken',
] as const;
export type ReachProblem = (typeof reachProblems)[number];

/** A new person. Without a password they are invited: a link lets them choose one. */
export const newUser = z.object({
  firstName: name,
  lastName: name,
  email: emailAddress,
  locale: locale.default('de'),
  admin: z.boolean().default(false),
  /** Of someone who is no administrator. */
  roles: roleList.default([]),
  grants: grants.default(() => [...defaultGrants]),
  /** Null: the lowest free one from 20 on. */
  extension: extensionNumber.nullable().default(null),
  /** Their direct number: one of the account that leads nowhere yet. */
  number: e164.nullable().default(null),
  /** Shared channels to become a member of. */
  channelIds: channelIds.default([]),
  department: departmentName.nullable().default(null),
  password: chosenPassword.nullable().default(null),
});
export type NewUser = z.infer<typeof newUser>;

/** What an administrator changes of a person; what is missing stays. */
export const adminUserChange = z
  .object({
    firstName: name,
    lastName: name,
    email: emailAddress,
    locale,
    admin: z.boolean(),
    /** All roles; an administrator keeps none. */
    roles: roleList,
    grants,
    department: departmentName.nullable(),
    /** All extensions of their own line. */
    extensions: z.array(extensionNumber).max(50),
    /** All direct numbers; each is theirs already, or one of the account that leads nowhere. */
    numbers: z.array(e164).max(100),
    /** All shared channels that they are a member of; in a new one they are the last in the order and are rung. */
    channelIds,
    emergencyAddress: typedEmergencyAddress.nullable(),
    limits: outsideCallLimits.nullable(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type AdminUserChange = z.infer<typeof adminUserChange>;

/** What is changed of one of many users; what is missing stays, and so do lists but for what is added and removed. */
const oneOfManyUsers = z
  .object({
    locale,
    admin: z.boolean(),
    roles: roleList,
    department: departmentName.nullable(),
    /** Shared channels that they become a member of, the last in the order, and those that they leave. */
    joinChannelIds: channelIds,
    leaveChannelIds: channelIds,
    /** Direct numbers of the account that lead nowhere yet, and those of theirs that are free again. */
    addNumbers: z.array(e164).max(100),
    removeNumbers: z.array(e164).max(100),
    /** Whether they may sign in. */
    isActive: z.boolean(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type OneOfManyUsers = z.infer<typeof oneOfManyUsers>;

/** Changes of many users, done together or not at all. */
export const usersChange = z
  .array(z.object({ userId: webUserId, change: oneOfManyUsers }))
  .min(1)
  .max(mostUsersChanged)
  .refine((users) => new Set(users.map(({ userId }) => userId)).size === users.length, 'a user is listed twice');
export type UsersChange = z.infer<typeof usersChange>;
