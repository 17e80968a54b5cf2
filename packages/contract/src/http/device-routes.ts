import { z } from 'zod';
import { appExtension, appExtensionRequest } from '../entities/app-extension.ts';
import { webUserId } from '../entities/common.ts';
import { device, deviceId, deviceRegistration } from '../entities/device.ts';
import { iceServer } from '../entities/ice-server.ts';
import { realtimeServer } from '../realtime/server.ts';
import { defineRoute } from './route.ts';

/** What a client needs to become a phone. */
export const deviceRoutes = {
  appExtensions: defineRoute({
    method: 'GET',
    path: '/v3/devices/app/desktop_app_register/{webUserId}',
    summary: 'List the app extensions of a user; a client uses the first',
    audience: 'user',
    params: z.object({ webUserId }),
    reply: z.array(appExtension),
  }),

  createAppExtension: defineRoute({
    method: 'POST',
    path: '/v3/devices/app',
    summary: 'Create an app extension for a user who has none',
    audience: 'user',
    body: appExtensionRequest,
    reply: appExtension,
  }),

  registerDevice: defineRoute({
    method: 'PUT',
    path: '/devices/{deviceId}',
    summary: 'Report the device the app runs on, at sign-in and at every start',
    audience: 'user',
    params: z.object({ deviceId }),
    body: deviceRegistration,
    reply: device,
  }),

  forgetDevice: defineRoute({
    method: 'DELETE',
    path: '/devices/{deviceId}',
    summary: 'Forget a device, such as after signing out on it',
    audience: 'user',
    params: z.object({ deviceId }),
    reply: z.object({}),
  }),

  iceServers: defineRoute({
    method: 'GET',
    path: '/ice-servers',
    summary: 'List STUN and TURN servers with short-lived credentials',
    audience: 'user',
    reply: z.object({ iceServers: z.array(iceServer) }),
  }),

  realtimeServer: defineRoute({
    method: 'GET',
    path: '/realtime-server',
    summary: 'Get where realtime channels are: on this server or elsewhere',
    audience: 'user',
    reply: realtimeServer,
  }),

  websocketAuth: defineRoute({
    method: 'POST',
    path: '/websocket/auth',
    summary: "Authorise a realtime channel; the body is a form, as Pusher's clients send it",
    audience: 'user',
    body: z.object({ socket_id: z.string().regex(/^\d+\.\d+$/), channel_name: z.string().min(1).max(200) }),
    takes: { as: 'form' },
    reply: z.object({
      auth: z.string(),
      /** Key of an encrypted channel, base64. */
      shared_secret: z.string().optional(),
      channel_data: z.string().optional(),
    }),
  }),
} as const;
