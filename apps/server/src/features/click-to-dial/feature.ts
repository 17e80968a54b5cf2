import type { Feature } from '../../requests/feature.ts';
import { clickToDialRoutes } from './routes.ts';

/** Numbers that other software wants called. */
export const clickToDialFeature = (deps: Parameters<typeof clickToDialRoutes>[0]): Feature => ({
  answers: clickToDialRoutes(deps),
});
