import type { Feature } from '../../requests/feature.ts';
import { forgetPhoneRecordings } from './by-telephone.ts';
import { phoneRecordingRoutes } from './phone-recording-routes.ts';
import { announcementRoutes } from './routes.ts';

/** What callers hear before anyone rings. */
export const announcementsFeature = (deps: Parameters<typeof announcementRoutes>[0]): Feature => ({
  answers: [...announcementRoutes(deps), ...phoneRecordingRoutes(deps.db)],
  sweeps: [{ name: 'old recordings by telephone', run: () => forgetPhoneRecordings(deps.db) }],
});
