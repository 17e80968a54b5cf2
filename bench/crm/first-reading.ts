import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findByNumber } from '../../apps/server/src/features/contacts/by-number.ts';
import { connections } from '../../apps/server/src/integrations/connections.ts';
import { guardedFetch } from '../../apps/server/src/integrations/guarded-fetch.ts';
import { hubSpot } from '../../apps/server/src/integrations/hubspot/hubspot.ts';
import { registry } from '../../apps/server/src/integrations/registry.ts';
import { synchronise } from '../../apps/server/src/integrations/synchronise.ts';
import { privateHosts } from '../../apps/server/src/network/private-hosts.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { secretBox } from '../../apps/server/src/storage/secret-box.ts';
import { someCompany } from '../../apps/server/src/storage/testing/some-company.ts';
import { testDatabase } from '../../apps/server/src/storage/testing/test-database.ts';
import { TIDY_HEAP } from '../../apps/server/src/supervisor/supervise.ts';
import type { Figure } from '../figures.ts';
import { numberOf, type PortalPace, type PortalPlace } from './portal.ts';

const contacts = Number(process.env['BENCH_CONTACTS'] ?? 100_000);
/** The most that HubSpot answers an app of one portal: 190 requests in ten seconds. */
const vendorPaceMs = 10_000 / 190;
/** Callers are looked up so often while contacts are read. */
const lookUpEveryMs = 25;
const lookups = 2000;
const box = secretBox(Buffer.alloc(32, 7));
const never = new AbortController().signal;
const hour = 3_600_000;
const bareLoop = 'a loop that only reads the pages';

/** Measures in a process whose memory is kept as that of the services is, see `measureReading`. */
export async function measureCrm(): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./reading-process.ts', import.meta.url)), {
    execArgv: ['--expose-gc', ...TIDY_HEAP],
  });
  try {
    const [figures] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The process that measures ended with ${code}`);
      }),
    ])) as [Figure[]];
    return figures;
  } finally {
    child.kill();
  }
}

/**
 * The first synchronisation of a large CRM, beside a loop that reads the same pages and does nothing with them: at the pace
 * at which the vendor answers at most, and from a CRM that answers at once. Callers are looked up meanwhile and afterwards.
 * The CRM is HubSpot's simulator in another process.
 */
export async function measureReading(): Promise<Figure[]> {
  const child = fork(fileURLToPath(new URL('./portal-process.ts', import.meta.url)), [String(contacts)]);
  try {
    const place = await placeOf(child);
    child.send({ paceMs: vendorPaceMs } satisfies PortalPace);
    const paced = await readFirst(place);
    child.send({ paceMs: 0 } satisfies PortalPace);
    const unpaced = await readFirst(place);
    return [
      {
        what: `reading ${contacts} contacts of a CRM for the first time, at the pace of its vendor`,
        unit: 's',
        ours: [paced.ours.seconds],
        rival: { name: bareLoop, values: [paced.bare.seconds] },
      },
      {
        what: 'the same from a CRM that answers at once',
        unit: 's',
        ours: [unpaced.ours.seconds],
        rival: { name: bareLoop, values: [unpaced.bare.seconds] },
      },
      {
        what: 'memory above idle meanwhile',
        unit: 'MB',
        ours: [paced.ours.megabytes],
        rival: { name: bareLoop, values: [paced.bare.megabytes] },
      },
      {
        what: 'who has a number, meanwhile',
        unit: 'ms',
        ours: paced.meanwhile,
        rival: { name: `the same beside ${bareLoop}`, values: paced.besideBare },
      },
      {
        what: 'who has a number, meanwhile, from a CRM that answers at once',
        unit: 'ms',
        ours: unpaced.meanwhile,
        rival: { name: `the same beside ${bareLoop}`, values: unpaced.besideBare },
      },
      {
        what: `who of ${contacts} contacts of a CRM has a number, afterwards`,
        unit: 'ms',
        ours: paced.afterwards,
        rival: undefined,
      },
    ];
  } finally {
    child.kill();
  }
}

/** Reads everything once into a new database, and once more without doing anything with it. */
async function readFirst(place: PortalPlace) {
  const database = await testDatabase();
  const reach = guardedFetch(privateHosts(['127.0.0.1']));
  try {
    await connect(database.db, place);
    const asked: { firstPage: string | null } = { firstPage: null };
    const fetch: typeof globalThis.fetch = async (url, options) => {
      if (/\/contacts\?/.test(String(url))) asked.firstPage ??= String(url);
      return await reach.fetch(url, options);
    };
    const [ours, meanwhile] = await besideLookUps(database.db, () => synchroniseAll(database.db, fetch, place));
    const [bare, besideBare] = await besideLookUps(database.db, () => readPages(asked.firstPage ?? '', place.key));
    return { ours, bare, meanwhile, besideBare, afterwards: await lookUp(database.db) };
  } finally {
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

/**
 * What some work takes, and how long each look-up of a caller does meanwhile, in the same process, as in the services; also of
 * callers of whom the contact is not here yet.
 */
async function besideLookUps(db: Database, work: () => Promise<void>) {
  const taken: number[] = [];
  let isOver = false;
  const lookUps = async () => {
    for (let round = 0; !isOver; round += 1) {
      const begun = performance.now();
      await findByNumber(db, 's1', numberOf((round * 7919) % contacts));
      taken.push(performance.now() - begun);
      await pause(lookUpEveryMs);
    }
  };
  const lookingUp = lookUps();
  const took = await measured(work);
  isOver = true;
  await lookingUp;
  return [took, taken] as const;
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
