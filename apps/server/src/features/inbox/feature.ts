import type { Logger } from 'pino';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { inboxDocuments } from './documents.ts';
import { forgetOldCalls } from './forget-old-calls.ts';
import { inboxRoutes } from './routes.ts';

/** The lists of calls of channels, and the threads with one other side. */
export const inboxFeature = ({ db, log }: { db: Database; log: Pick<Logger, 'warn'> }): Feature => ({
  answers: inboxRoutes(db),
  sources: inboxDocuments(db, log),
  sweeps: [{ name: 'old calls', run: () => forgetOldCalls(db) }],
});
