import type { Feature } from '../../requests/feature.ts';
import { classicRoutes } from './routes.ts';

/** The call service of clients of the classic generation. */
export const classicFeature = (deps: Parameters<typeof classicRoutes>[0]): Feature => ({
  answers: classicRoutes(deps),
});
