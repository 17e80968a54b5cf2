import type { Feature } from '../../requests/feature.ts';
import { documentationRoutes } from './routes.ts';

/** What people write about a call and delete of it. */
export const documentationFeature = (deps: Parameters<typeof documentationRoutes>[0]): Feature => ({
  answers: documentationRoutes(deps),
});
