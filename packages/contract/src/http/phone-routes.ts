import { aiRoutes } from './ai/ai-routes.ts';
import { callControlRoutes } from './calls/call-control-routes.ts';
import { callRoutes } from './calls/call-routes.ts';
import { classicRoutes } from './calls/classic-routes.ts';
import { clickToDialRoutes } from './calls/click-to-dial-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { documentationRoutes } from './documentation-routes.ts';
import { favoriteRoutes } from './favorite-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { integrationRoutes } from './integration-routes.ts';
import { pictureRoutes } from './picture-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { transcriptionRoutes } from './transcription-routes.ts';
import { voicemailRoutes } from './voicemail-routes.ts';

/** The operations that the app calls from its first page on; those of the administration come with its pages. */
export const phoneRoutes = {
  ...sessionRoutes,
  ...aiRoutes,
  ...deviceRoutes,
  ...callRoutes,
  ...callControlRoutes,
  ...classicRoutes,
  ...clickToDialRoutes,
  ...channelRoutes,
  ...inboxRoutes,
  ...documentationRoutes,
  ...contactRoutes,
  ...favoriteRoutes,
  ...integrationRoutes,
  ...pictureRoutes,
  ...recordingRoutes,
  ...voicemailRoutes,
  ...transcriptionRoutes,
} as const;
