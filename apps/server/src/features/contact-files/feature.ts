import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { contactImports } from './contact-imports.ts';
import { contactFileDocuments } from './documents.ts';
import { contactFileRoutes } from './routes.ts';
import { contactFilesFolder, storedFiles } from './stored-file.ts';

/** Files of contacts, in and out. Imports survive whatever ends the server. */
export function contactFilesFeature({
  db,
  jobs,
  dataDir,
  log,
  node,
}: {
  db: Database;
  jobs: Jobs;
  node: string;
  dataDir: string;
  log: Logger;
}): Feature {
  const imports = contactImports({ db, jobs, files: storedFiles(contactFilesFolder(dataDir)), log, node });
  return {
    answers: contactFileRoutes({ db, imports }),
    sources: contactFileDocuments(db),
    jobs: [{ name: 'contact imports: resuming', resume: () => imports.resume() }],
    sweeps: [{ name: 'contact imports', run: () => imports.resume() }],
    stop: () => imports.stop(),
  };
}
