import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { callReportRoutes, forgetOldReports } from './routes.ts';

/** What clients note of their calls. */
export const callReportsFeature = (db: Database): Feature => ({
  answers: callReportRoutes(db),
  sweeps: [{ name: 'old reports', run: () => forgetOldReports(db) }],
});
