import type { Feature } from '../../requests/feature.ts';
import { phoneDocuments } from './documents.ts';
import { takePhonesOffline } from './offline-with-app.ts';
import { phoneRoutes } from './routes.ts';

/** What takes the calls of a user of the classic generation. */
export const phonesFeature = (deps: Parameters<typeof takePhonesOffline>[0]): Feature => ({
  answers: phoneRoutes(deps.db),
  sources: phoneDocuments(deps.db),
  hears: () => takePhonesOffline(deps),
});
