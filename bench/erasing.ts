import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChangeFeed, notifyFeed } from '../apps/server/src/documents/change-feed.ts';
import { type Database, migrate, openDatabase } from '../apps/server/src/storage/database.ts';
import { deleteEndedCalls } from '../apps/server/src/storage/erasing/delete-in-steps.ts';
import { eraseDeleted } from '../apps/server/src/storage/erasure.ts';
import { startPostgres, stopPostgres } from '../apps/server/src/storage/postgres/cluster.ts';
import { placeFor } from '../apps/server/src/storage/postgres/place.ts';
import { exchangeFiles } from './erasing/exchange.ts';
import { bigOnes, fillWithCalls } from './erasing/filled.ts';
import { neighbour } from './erasing/neighbour.ts';
import type { Figure } from './figures.ts';

const calls = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const restMs = 5000;

/** How long the calls of one company wait while another one's are deleted and erased. */
export async function measureErasing(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-erasing-'));
  // One that keeps what it writes, unlike that of the tests: commits that wait for the disk are part of it.
  const postgres = await startPostgres({ folder });
  const db = openDatabase(postgres.url);
  let feed: ChangeFeed | undefined;
  try {
    await migrate(db);
    const begun = performance.now();
    await fillWithCalls(db, calls);
    console.log(`${calls.toLocaleString('en')} calls are there after ${took(begun)}`);
    // As a server does, which hears of every row that goes in the process that answers an INVITE.
    feed = await notifyFeed(postgres.url, (error) => console.error(error));
    feed.onChange(() => {});
    return await figuresOf(db);
  } finally {
    await feed?.stop();
    await db.destroy();
    await stopPostgres(postgres);
    rmSync(placeFor(folder).data, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function figuresOf(db: Database): Promise<Figure[]> {
  const [inSteps, together] = bigOnes;
  const figures = await beside(db, 'nothing else goes on', () => pause(restMs));
  const rewritten = await beside(db, 'the tables are rewritten (VACUUM FULL)', () =>
    eraseDeleted(db, { always: true }),
  );
  const exchanged = await beside(db, 'their files are exchanged', async () => {
    for (const table of ['inbox_events', 'call_words']) {
      console.log(`${table} was held for ${(await exchangeFiles(db, table)).toFixed(1)} ms`);
    }
  });
  const deleted = await beside(db, 'a company with four tenths of all calls goes in steps', async () => {
    await deleteEndedCalls(db, { accountId: inSteps, endedBefore: null });
    await db.deleteFrom('accounts').where('id', '=', inSteps).execute();
  });
  const cascaded = await beside(db, 'one of the same size goes in one statement', () =>
    db.deleteFrom('accounts').where('id', '=', together).execute(),
  );
  return [...figures, ...rewritten, ...exchanged, ...deleted, ...cascaded];
}

async function beside(db: Database, meanwhile: string, work: () => Promise<unknown>): Promise<Figure[]> {
  const others = neighbour(db);
  await pause(500);
  const begun = performance.now();
  await work();
  console.log(`${meanwhile}: ${took(begun)}`);
  const { invites, pages } = await others.stop();
  return [
    { what: `An INVITE of another company, while ${meanwhile}`, unit: 'ms', ours: invites, rival: undefined },
    { what: `Its inbox, while ${meanwhile}`, unit: 'ms', ours: pages, rival: undefined },
  ];
}

const took = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
