// Goes on with imports in a process of its own, to be killed. argv: URL of the database, folder of the files.
import { pino } from 'pino';
import { someJobs } from '../../../jobs/testing/some-jobs.ts';
import { openDatabase } from '../../../storage/database.ts';
import { contactImports } from '../contact-imports.ts';
import { storedFiles } from '../stored-file.ts';

const [url = '', folder = ''] = process.argv.slice(2);
const db = openDatabase(url);
contactImports({ db, jobs: await someJobs(db), files: storedFiles(folder), log: pino({ level: 'silent' }) });
