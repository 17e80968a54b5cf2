// Begins the jobs of the kind `slow` and never ends them: a server to kill. argv: URL of the database.
import { openDatabase } from '../../storage/database.ts';
import { slow } from './slow.ts';
import { someJobs } from './some-jobs.ts';

const jobs = await someJobs(openDatabase(process.argv[2] ?? ''));
await jobs.work(slow, {
  async run(id) {
    process.send?.(`begun ${id}`);
    await new Promise(() => {});
  },
});
