// Writes logs of calls into HubSpot as the services do, until it is killed: by itself at the place that its orders name, or by
// the process that started it. argv: `WorkerOrders` as JSON.
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { CrmSide } from '../../../apps/server/src/crm/crm-side.ts';
import { recordMaker } from '../../../apps/server/src/features/call-logs/ledger/make-record.ts';
import { leaseMs } from '../../../apps/server/src/features/call-logs/ledger/schedule.ts';
import { writeDue } from '../../../apps/server/src/features/call-logs/ledger/worker.ts';
import { crmAnswers } from '../../../apps/server/src/features/call-logs/records/crm-answers.ts';
import { watch } from '../../../apps/server/src/features/call-logs/watch.ts';
import { connections } from '../../../apps/server/src/integrations/connections.ts';
import { crmAccess } from '../../../apps/server/src/integrations/crm/crm-access.ts';
import { guardedFetch } from '../../../apps/server/src/integrations/guarded-fetch.ts';
import { hubSpot } from '../../../apps/server/src/integrations/hubspot/hubspot.ts';
import { tokenKeeper } from '../../../apps/server/src/integrations/oauth/token-keeper.ts';
import { vendorOf } from '../../../apps/server/src/integrations/oauth/vendor.ts';
import { registry } from '../../../apps/server/src/integrations/registry.ts';
import type { Jobs } from '../../../apps/server/src/jobs/jobs.ts';
import { privateHosts } from '../../../apps/server/src/network/private-hosts.ts';
import { openDatabase } from '../../../apps/server/src/storage/database.ts';
import { campaignBox } from './calls.ts';
import type { KillPlace, WorkerOrders, WorkerSays } from './places.ts';

const orders = JSON.parse(process.argv[2] ?? '{}') as WorkerOrders;
let spared = orders.spared;

/** Ends this process as a power cut would, if this is the place. */
function dieAt(place: KillPlace): void {
  if (place !== orders.place) return;
  if (spared === 0) process.kill(process.pid, 'SIGKILL');
  spared -= 1;
}

const db = openDatabase(orders.databaseUrl);
const log = pino({ level: process.env['CRASH_LOG'] ?? 'silent' });
const never = new AbortController().signal;
const reach = guardedFetch(privateHosts(['127.0.0.1']));
const fetch: typeof globalThis.fetch = async (url, options) => {
  const response = await reach.fetch(url, options);
  if (String(url).endsWith('/token')) dieAt('inRefresh');
  return response;
};
const connector = hubSpot(fetch, { api: orders.portalUrl, app: orders.portalUrl });
const known = registry([connector], []);
const { signIn } = connector;
if (!signIn) throw new Error('HubSpot has a sign-in');
const tokens = tokenKeeper({ db, box: campaignBox });
const opened = connections(known, campaignBox, {
  signedIn: {
    accessToken: (id) =>
      tokens.accessToken(id, (accountUrl) => vendorOf({ fetch, signIn, client: orders.app, accountUrl })),
    wasRefused: (id) => tokens.wasRefused(id),
  },
});
const real = crmAccess({ db, connections: opened, registry: known });
const crm: typeof real = {
  formOf: real.formOf,
  use: (integrationId, signal, work) => real.use(integrationId, signal, (side) => work(withPlaces(side))),
};

/** The side of a connection, with the places before and after its writes. */
function withPlaces(side: CrmSide): CrmSide {
  const write: CrmSide['write'] = async (...about) => {
    dieAt('beforeSend');
    const written = await side.write(...about);
    dieAt('afterAnswer');
    return written;
  };
  const change: CrmSide['change'] = async (...about) => {
    dieAt('beforeEdit');
    const written = await side.change(...about);
    dieAt('afterEdit');
    return written;
  };
  return new Proxy(side, {
    get: (target, name) => (name === 'write' ? write : name === 'change' ? change : Reflect.get(target, name)),
  });
}

// Nothing is lost with a job: the loop below is the alarm clock.
const jobs: Pick<Jobs, 'enqueue'> = { enqueue: async () => dieAt('inSweep') };
const secret = Buffer.alloc(32, 7);
const answers = crmAnswers();
const ground = { db, jobs: jobs as Jobs, crm, answers, secret: async () => secret, log };
const ledger = {
  db,
  crm,
  records: recordMaker(null, answers),
  times: { now: () => new Date(), leaseMs },
  random: Math.random,
  log,
};

for (;;) {
  try {
    await watch(ground);
    await writeDue(ledger, 's1/HUBSPOT', never);
  } catch (error) {
    // As the queue of jobs does: what failed is done again, such as while the database is away.
    log.warn({ err: error }, 'a job failed');
    await pause(100);
    continue;
  }
  const says: WorkerSays = 'idle';
  process.send?.(says);
  await pause(50);
}
