import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { adminInfoBannerRoutes } from './admin-routes.ts';
import { infoBannerDocuments } from './documents.ts';

/** News that administrators show above the app. */
export const infoBannersFeature = (db: Database): Feature => ({
  answers: adminInfoBannerRoutes(db),
  sources: infoBannerDocuments(db),
});
