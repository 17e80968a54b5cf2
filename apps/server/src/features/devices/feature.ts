import type { Feature } from '../../requests/feature.ts';
import { deviceDocuments } from './documents.ts';
import { deviceRoutes } from './routes.ts';

/** The devices of a user: what apps need to ring and call, and which are registered. */
export const devicesFeature = (deps: Parameters<typeof deviceRoutes>[0]): Feature => ({
  answers: deviceRoutes(deps),
  sources: deviceDocuments(deps.db),
});
