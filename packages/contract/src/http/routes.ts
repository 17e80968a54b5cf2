import { adminAccountRoutes } from './admin-account-routes.ts';
import { adminChannelRoutes } from './admin-channel-routes.ts';
import { adminDeviceRoutes } from './admin-device-routes.ts';
import { adminUserRoutes } from './admin-user-routes.ts';
import { announcementRoutes } from './announcement-routes.ts';
import { callControlRoutes } from './call-control-routes.ts';
import { callRoutes } from './call-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { classicRoutes } from './classic-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { voicemailRoutes } from './voicemail-routes.ts';

/** Every HTTP operation of the API by its name. Server, client and OpenAPI are all derived from this object. */
export const routes = {
  ...sessionRoutes,
  ...deviceRoutes,
  ...callRoutes,
  ...callControlRoutes,
  ...classicRoutes,
  ...channelRoutes,
  ...inboxRoutes,
  ...contactRoutes,
  ...recordingRoutes,
  ...voicemailRoutes,
  ...announcementRoutes,
  ...adminUserRoutes,
  ...adminChannelRoutes,
  ...adminDeviceRoutes,
  ...adminAccountRoutes,
} as const;

export type RouteName = keyof typeof routes;
