import { z } from 'zod';
import { channelUser } from '../entities/channel.ts';
import { e164, webUserId } from '../entities/common.ts';
import { lineVoicemail, lineVoicemailChange } from '../entities/line-voicemail.ts';
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
    summary: 'Do not disturb me: no call rings me until I end it',
    audience: 'user',
    reply: dnd,
  }),

  deactivateDnd: defineRoute({
    method: 'DELETE',
    path: '/presence/dnd',
    summary: 'I may be disturbed again',
    audience: 'user',
    reply: dnd,
  }),

  acds: defineRoute({
    method: 'GET',
    path: '/v3/acds',
    summary: 'The queues that the asker is a member of, with the devices that each member is rung on',
    audience: 'user',
    reply: z.object({ items: z.array(z.object({ id: z.string(), users: z.array(channelUser) })) }),
  }),

  setAgentDevices: defineRoute({
    method: 'PUT',
    path: '/v3/acds/{channelId}/users/{webUserId}/devices',
    summary: "Choose which of one's own devices a channel rings",
    audience: 'user',
    params: agent,
    body: z.object({ deviceIds: z.array(id).max(100) }),
    reply: channelUser,
    errors: ['FORBIDDEN'],
  }),

  setDialedIn: defineRoute({
    method: 'PUT',
    path: '/v3/acds/{channelId}/users/{webUserId}/dialed-in',
    summary: 'Log in to a queue or out of it; logging in ends do-not-disturb before',
    audience: 'user',
    params: agent,
    body: z.object({ dialedIn: z.boolean() }),
    reply: z.object({ dialedIn: z.boolean() }),
    errors: ['FORBIDDEN'],
  }),

  updateChannelSettings: defineRoute({
    method: 'PATCH',
    path: '/channels/{channelId}/settings',
    summary: 'Choose the sender of calls for a channel: a number, or which one is withheld; what is left out stays',
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
    summary: "Switch the voicemail of one's own line, or say how long it rings before; what is left out stays",
    audience: 'user',
    params: inChannel,
    body: lineVoicemailChange,
    reply: lineVoicemail,
    /** CONFLICT: an administrator sends the calls of the line somewhere else. */
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  phoneNumbers: defineRoute({
    method: 'GET',
    path: '/phonenumbers',
    summary: "Every number of the asker's channels and phones with its label",
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
    summary: "Read the asker's phones, channels and numbers anew; phones that are switched on register again",
    audience: 'user',
    reply: z.object({ phones: z.int(), channels: z.int(), phoneNumbers: z.int() }),
  }),
} as const;
