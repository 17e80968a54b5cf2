import type { Logger } from 'pino';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { inboxDocuments } from './documents.ts';
import { forgetOldCalls } from './forget-old-calls.ts';
import { inboxRoutes } from './routes.ts';
import { type VconParts, vconAnswers } from './vcon-answers.ts';

/** The lists of calls of channels, and the threads with one other side. */
export const inboxFeature = ({
  db,
  log,
  vcons,
}: {
  db: Database;
  log: Pick<Logger, 'warn'>;
  vcons: Omit<VconParts, 'db'>;
}): Feature => ({
  answers: [...inboxRoutes(db), ...vconAnswers({ db, ...vcons })],
  sources: inboxDocuments(db, log),
  sweeps: [{ name: 'old calls', run: () => forgetOldCalls(db) }],
});
