import { z } from 'zod';
import {
  channelChange,
  channelMembers,
  newChannel,
  newNumbers,
  numberBlockChange,
  numberChange,
} from '../../entities/admin-channel.ts';
import { channelRouting } from '../../entities/channel-routing.ts';
import { e164, extensionNumber, plainId, timestamp, webUserId } from '../../entities/common.ts';
import { handSwitch } from '../../entities/hand-switch.ts';
import { lineForwarding, lineForwardingChange } from '../../entities/line-forwarding.ts';
import { lineVoicemailChange } from '../../entities/line-voicemail.ts';
import { routingTrial } from '../../entities/routing-trial.ts';
import { skillNeeds } from '../../entities/skill.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(64);
const inChannel = z.object({ channelId: id });
const oneMember = inChannel.extend({ userId: webUserId });
const nothing = z.object({});
const byAdmin = { audience: 'admin', errors: ['NOT_FOUND', 'CONFLICT'] } as const;

/** Channels, who belongs to them, and by which numbers they are reached. */
export const adminChannelRoutes = {
  createChannel: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/channels',
    summary: 'Add a shared channel',
    body: newChannel,
    reply: z.object({ channelId: z.string(), extension: z.string() }),
  }),

  changeChannel: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/channels/{channelId}',
    summary: 'Change the name, icon or direct number of a channel; a private channel has no name of its own',
    params: inChannel,
    body: channelChange,
    reply: nothing,
  }),

  setChannelRouting: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/channels/{channelId}/routing',
    summary: 'Set how a channel treats its calls, starting with the next call',
    params: inChannel,
    body: channelRouting,
    reply: channelRouting,
  }),

  switchChannel: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/channels/{channelId}/switch',
    summary: 'Keep a channel open or closed by hand, until a moment or until it is switched back (`held`: null)',
    params: inChannel,
    body: z.object({ held: handSwitch.nullable() }),
    reply: nothing,
  }),

  setVoicemailOfLines: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/lines/voicemail',
    summary: 'Switch voicemail on or off for many private channels in one request',
    body: z.object({
      /** Null: everyone in the account. */
      userIds: z.array(webUserId).min(1).max(10_000).nullable(),
      voicemail: lineVoicemailChange,
    }),
    /** How many lines are other than before, and how many stayed because their calls are sent elsewhere. */
    reply: z.object({ changed: z.int(), sentElsewhere: z.int() }),
  }),

  setForwardingOfUser: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/users/{userId}/forwarding',
    summary: 'Choose where the calls of a user’s private channel go; fields left out stay as they are',
    params: z.object({ userId: webUserId }),
    body: lineForwardingChange,
    reply: lineForwarding,
    errors: ['CONFLICT'],
  }),

  setChannelMembers: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/channels/{channelId}/members',
    summary: 'Set the members of a shared channel in their order; members missing from the list leave it immediately',
    params: inChannel,
    body: z.object({ members: channelMembers }),
    reply: nothing,
  }),

  setChannelMember: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/channels/{channelId}/members/{userId}',
    summary: 'Add a user to a shared channel, or change whether its calls ring them',
    params: oneMember,
    body: z.object({ dialedIn: z.boolean().default(true) }),
    reply: nothing,
  }),

  removeChannelMember: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/channels/{channelId}/members/{userId}',
    summary: 'Remove a member from a shared channel; their live views of it end immediately',
    params: oneMember,
    reply: nothing,
  }),

  removeChannel: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/channels/{channelId}',
    summary: 'Delete a shared channel; its calls move to another channel, or are deleted with it',
    params: inChannel,
    query: z.object({
      /** The channel that takes its calls, recordings and voicemails; without it they are deleted. */
      callsTo: id.optional(),
    }),
    reply: nothing,
  }),

  addNumbers: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/numbers',
    summary: 'Add a number, or a block of up to 1000 numbers and its switchboard',
    body: newNumbers,
    /** `kept` are those that the account had already; they stay as they are. */
    reply: z.object({ added: z.array(e164), kept: z.array(e164) }),
  }),

  changeNumberBlock: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/number-blocks/{blockId}',
    summary: 'Label a block of numbers, or name the trunk it belongs to',
    params: z.object({ blockId: plainId }),
    body: numberBlockChange,
    reply: nothing,
  }),

  removeNumberBlock: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/number-blocks/{blockId}',
    summary: 'Remove a block with its free numbers; numbers in use stay as single numbers',
    params: z.object({ blockId: plainId }),
    reply: z.object({ removed: z.number().int().nonnegative(), kept: z.number().int().nonnegative() }),
  }),

  changeNumber: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/numbers/{number}',
    summary: 'Label a number, assign it to a channel, or have its callers hear a voice menu first',
    params: z.object({ number: e164 }),
    body: numberChange,
    reply: nothing,
  }),

  removeNumber: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/numbers/{number}',
    summary: 'Remove a number; calls to it are no longer answered',
    params: z.object({ number: e164 }),
    reply: nothing,
  }),

  setExtension: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/extensions/{extension}',
    summary: 'Assign an extension to a channel; refused for emergency numbers and extensions of other channels',
    params: z.object({ extension: extensionNumber }),
    body: inChannel,
    reply: nothing,
  }),

  removeExtension: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/extensions/{extension}',
    summary: 'Remove an extension',
    params: z.object({ extension: extensionNumber }),
    reply: nothing,
  }),

  tryRouting: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/routing/try',
    summary: 'Simulate what would happen to a call at a given time',
    body: z.object({
      /** A number or extension of the account, or the id of a channel. */
      to: z.union([z.object({ channelId: id }), z.object({ number: z.string().trim().min(1).max(40) })]),
      /** The number of who calls, as a trunk says it; null: withheld; left out: nobody whom a list or a rule names. */
      from: z.string().trim().max(40).nullable().optional(),
      /** Skills that the caller needs, as after a key of a voice menu. */
      skills: skillNeeds.optional(),
      /** Null: now. */
      at: timestamp.nullable().default(null),
      /** Settings that are not saved yet, tried in place of the channel's own. */
      routing: channelRouting.optional(),
    }),
    reply: routingTrial,
  }),
} as const;
