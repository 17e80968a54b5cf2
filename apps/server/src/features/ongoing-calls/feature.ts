import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { ongoingCallDocuments } from './documents.ts';

/** Live calls as their users see them. */
export const ongoingCallsFeature = (db: Database): Feature => ({ sources: ongoingCallDocuments(db) });
