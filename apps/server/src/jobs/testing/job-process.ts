// Begins the jobs of the kind `slow` and never ends them: a server to kill. argv: URL of the database.
import { openDatabase } from '../../storage/database.ts';
import { slow } from './slow.ts';
import { someJobs } from './some-jobs.ts';

const url = process.argv[2] ?? '';
const jobs = await someJobs({ db: openDatabase(url), url });
await jobs.work(slow, {
  async run(id) {
    process.send?.(`begun ${id}`);
    await new Promise(() => {});
  },
});
