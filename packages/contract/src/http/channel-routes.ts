import { z } from 'zod';
import { channelUser } from '../entities/channel.ts';
import { e164, webUserId } from '../entities/common.ts';
import { lineForwarding, lineForwardingChange } from '../entities/line-forwarding.ts';
import { lineVoicemail, lineVoicemailChange } from '../entities/line-voicemail.ts';
import { pause, pauseBegin } from '../entities/pause.ts';
import { channelSettings, withheldSenders } from '../entities/sender.ts';
import { defineRoute } from './route.ts';

const id = z.string().min(1).max(200);
const inChannel = z.object({ channelId: id });
const agent = inChannel.extend({ webUserId });
const dnd = z.object({ isDnd: z.boolean() });

/** What members set for themselves in their channels, and how they are reached. */
export const channelRoutes = {
  activateDnd: defineRoute({
    method: 'POST',
    path: '/presence/dnd',
    summary: 'Turn on do not disturb: no calls ring until it is turned off',
    audience: 'user',
    reply: dnd,
  }),

  deactivateDnd: defineRoute({
    method: 'DELETE',
    path: '/presence/dnd',
    summary: 'Turn off do not disturb',
    audience: 'user',
    reply: dnd,
  }),

  acds: defineRoute({
    method: 'GET',
    path: '/v3/acds',
    summary: 'List the queues you are a member of, with the devices that ring for each member',
    audience: 'user',
    reply: z.object({ items: z.array(z.object({ id: z.string(), users: z.array(channelUser) })) }),
  }),

  setAgentDevices: defineRoute({
    method: 'PUT',
    path: '/v3/acds/{channelId}/users/{webUserId}/devices',
    summary: 'Choose which of your devices a channel rings',
    audience: 'user',
    params: agent,
    body: z.object({ deviceIds: z.array(id).max(100) }),
    reply: channelUser,
    errors: ['FORBIDDEN'],
  }),

  setDialedIn: defineRoute({
    method: 'PUT',
    path: '/v3/acds/{channelId}/users/{webUserId}/dialed-in',
    summary: 'Log in to a queue or out of it; logging in turns off do not disturb',
    audience: 'user',
    params: agent,
    body: z.object({ dialedIn: z.boolean() }),
    reply: z.object({ dialedIn: z.boolean() }),
    errors: ['FORBIDDEN'],
  }),

  beginPause: defineRoute({
    method: 'PUT',
    path: '/v3/acds/{channelId}/users/{webUserId}/pause',
    summary:
      'Pause in a queue, or in all that you are logged in to, with a reason; their calls do not ring for you until it ends',
    audience: 'user',
    params: agent,
    body: pauseBegin,
    reply: z.object({ pause }),
    /** CONFLICT: not logged in, or the reason is gone. */
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  endPause: defineRoute({
    method: 'DELETE',
    path: '/v3/acds/{channelId}/users/{webUserId}/pause',
    summary: 'End your pause in a queue',
    audience: 'user',
    params: agent,
    reply: z.object({}),
    errors: ['FORBIDDEN'],
  }),

  updateChannelSettings: defineRoute({
    method: 'PATCH',
    path: '/channels/{channelId}/settings',
    summary: 'Choose the caller ID of a channel: a number, or which one is withheld; fields left out stay as they are',
    audience: 'user',
    params: inChannel,
    body: z
      .object({
        /** Null: the number of the channel. */
        selectedPhoneNumber: z.union([e164, z.enum(withheldSenders)]).nullable(),
        /** A phone of the classic generation; null: whichever is registered. */
        selectedPhoneId: id.nullable(),
      })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'nothing to change'),
    reply: channelSettings,
  }),

  setLineVoicemail: defineRoute({
    method: 'PATCH',
    path: '/channels/{channelId}/voicemail',
    summary: 'Switch your voicemail on or off, or set how long it rings before; fields left out stay as they are',
    audience: 'user',
    params: inChannel,
    body: lineVoicemailChange,
    reply: lineVoicemail,
    /** CONFLICT: an administrator sends the calls of the line somewhere else. */
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  setLineForwarding: defineRoute({
    method: 'PATCH',
    path: '/channels/{channelId}/forwarding',
    summary: 'Choose where the calls of your private channel go; fields left out stay as they are',
    audience: 'user',
    params: inChannel,
    body: lineForwardingChange,
    reply: lineForwarding,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  phoneNumbers: defineRoute({
    method: 'GET',
    path: '/phonenumbers',
    summary: 'List all numbers of your channels and phones with their labels',
    audience: 'user',
    reply: z.array(
      z.object({
        phoneNumber: z.string(),
        label: z.string().nullable(),
        channelId: z.string().nullable(),
        phoneId: z.string().nullable(),
      }),
    ),
  }),

  syncPhones: defineRoute({
    method: 'POST',
    path: '/sync',
    summary: 'Read your phones, channels and numbers again; phones that are switched on register again',
    audience: 'user',
    reply: z.object({ phones: z.int(), channels: z.int(), phoneNumbers: z.int() }),
  }),
} as const;
