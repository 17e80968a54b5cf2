import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { cleanUpSets } from './clean-up.ts';
import { smartAnswerDocuments } from './documents.ts';
import { smartAnswerRoutes } from './routes.ts';

/** Questions that users have answered for their calls; `ai` answers them. */
export const smartAnswersFeature = (db: Database): Feature => ({
  answers: smartAnswerRoutes(db),
  sources: smartAnswerDocuments(db),
  sweeps: [{ name: 'unfinished sets of questions', run: () => cleanUpSets(db) }],
});
