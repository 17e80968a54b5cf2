import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { userPictureRoutes } from './routes.ts';

/** Pictures that users show of themselves. */
export const userPicturesFeature = (db: Database): Feature => ({ answers: userPictureRoutes(db) });
