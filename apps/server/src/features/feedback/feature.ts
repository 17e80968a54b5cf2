import type { Logger } from 'pino';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import type { FarFiles } from '../../storage/files/far-files.ts';
import { adminFeedbackRoutes } from './admin-routes.ts';
import { assetFiles, userAssetsFolder } from './asset-files.ts';
import { feedbackDocuments } from './documents.ts';
import { feedbackRoutes } from './routes.ts';
import { sweepFeedback } from './sweep.ts';

/** Feedback of users on the product and on calls, with its pictures and logs. */
export function feedbackFeature({
  db,
  dataDir,
  far,
  log,
}: {
  db: Database;
  dataDir: string;
  far: FarFiles | undefined;
  log: Logger;
}): Feature {
  const kept = { db, files: assetFiles(userAssetsFolder(dataDir), far?.of('user-assets')) };
  return {
    answers: [...feedbackRoutes({ ...kept, log }), ...adminFeedbackRoutes(kept)],
    sources: feedbackDocuments(db),
    sweeps: [{ name: 'old feedback', run: () => sweepFeedback(kept) }],
  };
}
