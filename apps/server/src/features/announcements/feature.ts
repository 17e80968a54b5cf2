import type { Feature } from '../../requests/feature.ts';
import { announcementRoutes } from './routes.ts';

/** What callers hear before anyone rings. */
export const announcementsFeature = (deps: Parameters<typeof announcementRoutes>[0]): Feature => ({
  answers: announcementRoutes(deps),
});
