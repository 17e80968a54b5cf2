// Looks for what is to be erased in a process of its own, to be killed before it erases. argv: URL of the database.
import { notifyFeed } from '../documents/change-feed.ts';
import { someJobs } from '../jobs/testing/some-jobs.ts';
import { keepErasing } from '../keep-erasing.ts';
import { openDatabase } from '../storage/database.ts';

const url = process.argv[2] ?? '';
const db = openDatabase(url);
const onTrouble = (error: unknown) => {
  throw error;
};
const feed = await notifyFeed(url, onTrouble);
const times = { lookMs: 60_000, settledMs: 60_000, apartMs: 0, calmWithinMs: 0 };
await keepErasing({ jobs: await someJobs(db), feed, db, owner: db, onErased: () => undefined, onTrouble }, times);
process.send?.('looks');
