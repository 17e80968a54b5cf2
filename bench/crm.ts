import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { findByNumber } from '../apps/server/src/features/contacts/by-number.ts';
import { connections } from '../apps/server/src/integrations/connections.ts';
import { guardedFetch } from '../apps/server/src/integrations/guarded-fetch.ts';
import { hubSpot } from '../apps/server/src/integrations/hubspot/hubspot.ts';
import { registry } from '../apps/server/src/integrations/registry.ts';
import { synchronise } from '../apps/server/src/integrations/synchronise.ts';
import { privateHosts } from '../apps/server/src/network/private-hosts.ts';
import type { Database } from '../apps/server/src/storage/database.ts';
import { secretBox } from '../apps/server/src/storage/secret-box.ts';
import { someCompany } from '../apps/server/src/storage/testing/some-company.ts';
import { testDatabase } from '../apps/server/src/storage/testing/test-database.ts';
import { numberOf, type PortalPlace } from './crm-portal.ts';
import type { Figure } from './figures.ts';

const contacts = Number(process.env['BENCH_CONTACTS'] ?? 100_000);
const lookups = 2000;
const box = secretBox(Buffer.alloc(32, 7));
const never = new AbortController().signal;
const hour = 3_600_000;

/**
 * The first synchronisation of a large CRM, beside a loop that reads the same pages and does nothing with them, and looking
 * callers up in its contacts afterwards. The CRM is HubSpot's simulator in another process.
 */
export async function measureCrm(): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./crm-portal-process.ts', import.meta.url)), [String(contacts)]);
  const database = await testDatabase();
  const reach = guardedFetch(privateHosts(['127.0.0.1']));
  try {
    const place = await placeOf(child);
    await connect(database.db, place);
    const asked: { firstPage: string | null } = { firstPage: null };
    const fetch: typeof globalThis.fetch = async (url, options) => {
      if (/\/contacts\?/.test(String(url))) asked.firstPage ??= String(url);
      return await reach.fetch(url, options);
    };
    const ours = await measured(() => synchroniseAll(database.db, fetch, place));
    const bare = await measured(() => readPages(asked.firstPage ?? '', place.key));
    return [
      {
        what: `reading ${contacts} contacts of a CRM for the first time`,
        unit: 's',
        ours: [ours.seconds],
        rival: { name: 'a loop that only reads the pages', values: [bare.seconds] },
      },
      {
        what: `memory above idle meanwhile`,
        unit: 'MB',
        ours: [ours.megabytes],
        rival: { name: 'a loop that only reads the pages', values: [bare.megabytes] },
      },
      {
        what: `who of ${contacts} contacts of a CRM has a number`,
        unit: 'ms',
        ours: await lookUp(database.db),
        rival: undefined,
      },
    ];
  } finally {
    child.kill();
    reach.close();
    await database.drop();
  }
}

async function placeOf(child: ChildProcess): Promise<PortalPlace> {
  const [place] = (await once(child, 'message')) as [PortalPlace];
  return place;
}

async function connect(db: Database, { url, key }: PortalPlace): Promise<void> {
  await someCompany(db);
  await db
    .insertInto('integrations')
    .values({
      id: 'i1',
      account_id: 's1',
      name: 'HUBSPOT',
      key_sealed: box.seal(key),
      key_origins: [url],
      last_synced_at: null,
      next_sync_at: new Date(),
    })
    .execute();
}

async function synchroniseAll(db: Database, fetch: typeof globalThis.fetch, { url }: PortalPlace): Promise<void> {
  const known = registry([hubSpot(fetch, { api: url, app: url })], []);
  const times = { everyMs: hour, againMs: hour, withinMs: hour, silentMs: hour };
  const parts = { connections: connections(known, box), registry: known, times, isTurnOver: () => false };
  const outcome = await db.connection().execute((one) => synchronise(one, 'i1', parts, never));
  if (outcome.did !== 'synchronised' || outcome.written !== contacts)
    throw new Error(`The synchronisation came to ${JSON.stringify(outcome)}`);
}

interface Page {
  readonly paging?: { readonly next?: { readonly after: string } };
}

/** Reads the pages that the synchronisation read, one after the other, and forgets them. */
async function readPages(firstPage: string, key: string): Promise<void> {
  const url = new URL(firstPage);
  url.searchParams.delete('after');
  for (;;) {
    const response = await globalThis.fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { paging } = (await response.json()) as Page;
    const after = paging?.next?.after;
    if (after === undefined) return;
    url.searchParams.set('after', after);
  }
}

/** How long something takes, and how much larger the process is meanwhile than before, at most. */
async function measured(work: () => Promise<void>): Promise<{ seconds: number; megabytes: number }> {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let most = idle;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watching);
  return { seconds, megabytes: (most - idle) / 1e6 };
}

async function lookUp(db: Database): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < lookups; round += 1) {
    const number = numberOf((round * 7919) % contacts);
    const begun = performance.now();
    const found = await findByNumber(db, 's1', number);
    taken.push(performance.now() - begun);
    if (found.length !== 1) throw new Error(`${found.length} contacts have ${number}`);
  }
  return taken;
}
