import type { Logger } from 'pino';
import { type Feature, hourly } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { contactImports } from './contact-imports.ts';
import { contactFileDocuments } from './documents.ts';
import { contactFileRoutes } from './routes.ts';
import { contactFilesFolder, storedFiles } from './stored-file.ts';

/** Files of contacts, in and out. Imports survive whatever ends the server. */
export function contactFilesFeature({ db, dataDir, log }: { db: Database; dataDir: string; log: Logger }): Feature {
  const imports = contactImports({ db, files: storedFiles(contactFilesFolder(dataDir)), log });
  const resume = { name: 'contact imports: resuming', resume: () => imports.resume() };
  return {
    answers: contactFileRoutes({ db, imports }),
    sources: contactFileDocuments(db),
    jobs: [resume],
    sweeps: [{ name: resume.name, every: hourly, run: resume.resume }],
    stop: () => imports.stop(),
  };
}
