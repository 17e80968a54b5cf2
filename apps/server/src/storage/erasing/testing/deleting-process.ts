// Deletes all ended calls of `s1` in a process of its own, two a step, to be killed in between. argv: URL of the database.
import { openDatabase } from '../../database.ts';
import { deleteEndedCalls } from '../delete-in-steps.ts';

const db = openDatabase(process.argv[2] ?? '');
let steps = 0;
const allowed = async () => {
  steps += 1;
  process.send?.(steps);
};
await deleteEndedCalls(db, { accountId: 's1', endedBefore: null }, { allowed, rows: 2 });
await db.destroy();
