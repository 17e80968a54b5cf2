import type { Feature } from '../../requests/feature.ts';
import { contentRoutes } from './routes.ts';

/** What there is to read in this version. */
export const contentFeature = (deps: Parameters<typeof contentRoutes>[0]): Feature => ({
  answers: contentRoutes(deps),
});
