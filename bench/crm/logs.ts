import { openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { openPipedrive } from '@sidetone/simulator/crm/pipedrive/pipedrive.ts';
import { pino } from 'pino';
import { recordMaker } from '../../apps/server/src/features/call-logs/ledger/make-record.ts';
import { leaseMs } from '../../apps/server/src/features/call-logs/ledger/schedule.ts';
import { writeDue } from '../../apps/server/src/features/call-logs/ledger/worker.ts';
import { crmAnswers } from '../../apps/server/src/features/call-logs/records/crm-answers.ts';
import { watch } from '../../apps/server/src/features/call-logs/watch.ts';
import { connections } from '../../apps/server/src/integrations/connections.ts';
import type { Connector } from '../../apps/server/src/integrations/connector.ts';
import { crmAccess } from '../../apps/server/src/integrations/crm/crm-access.ts';
import { hubSpot } from '../../apps/server/src/integrations/hubspot/hubspot.ts';
import { pipedrive } from '../../apps/server/src/integrations/pipedrive/pipedrive.ts';
import { registry } from '../../apps/server/src/integrations/registry.ts';
import type { Jobs } from '../../apps/server/src/jobs/jobs.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { secretBox } from '../../apps/server/src/storage/secret-box.ts';
import { someCompany } from '../../apps/server/src/storage/testing/some-company.ts';
import { testDatabase } from '../../apps/server/src/storage/testing/test-database.ts';
import type { Figure } from '../figures.ts';

const calls = Number(process.env['BENCH_LOGS'] ?? 1000);
const box = secretBox(Buffer.alloc(32, 7));
const never = new AbortController().signal;
const number = '+4940555000';

interface Vendor {
  readonly name: string;
  readonly connector: Connector;
  readonly url: string;
  readonly key: string;
  readonly contactId: string;
  readonly journal: readonly unknown[];
  /** How often a call was made in it. */
  made(): number;
}

/** What the logs of calls that wait cost a CRM: all its requests, those for opening the connection and for its users, too. */
export async function measureCrmLogs(): Promise<Figure[]> {
  const portal = await openHubSpot();
  const company = await openPipedrive();
  try {
    const vendors: Vendor[] = [
      {
        name: 'HUBSPOT',
        connector: hubSpot(fetch, { api: portal.url, app: portal.url }),
        url: portal.url,
        key: portal.key,
        contactId: portal.objects.add('contacts', { firstname: 'Iris', phone: number }).id,
        journal: portal.journal,
        made: () => portal.objects.of('calls').length,
      },
      {
        name: 'PIPEDRIVE',
        connector: pipedrive(fetch, company.url),
        url: company.url,
        key: company.key,
        contactId: String(company.records.add('persons', { name: 'Iris', phones: [{ value: number }] }).id),
        journal: company.journal,
        made: () => company.records.of('activities').length,
      },
    ];
    const figures: Figure[] = [];
    for (const vendor of vendors) {
      const perLog = await requestsPerLog(vendor);
      const what = `requests for a log in ${vendor.connector.offer.displayName}, of ${calls} that wait`;
      figures.push({ what, unit: 'requests', ours: [perLog], rival: undefined });
    }
    return figures;
  } finally {
    portal.close();
    company.close();
  }
}

async function requestsPerLog(vendor: Vendor): Promise<number> {
  const database = await testDatabase();
  const { db } = database;
  const log = pino({ level: 'silent' });
  const known = registry([vendor.connector], []);
  const crm = crmAccess({ db, connections: connections(known, box), registry: known });
  const secret = Buffer.alloc(32, 7);
  // Nothing is lost with a job: the loop below does what they would.
  const jobs: Pick<Jobs, 'enqueue'> = { enqueue: async () => undefined };
  const answers = crmAnswers();
  const ledger = {
    db,
    crm,
    records: recordMaker(null, answers),
    times: { now: () => new Date(), leaseMs },
    random: Math.random,
    log,
  };
  try {
    await endedCalls(db, vendor);
    for (let written = -1; vendor.made() > written; ) {
      written = vendor.made();
      await watch({ db, jobs: jobs as Jobs, crm, answers, secret: async () => secret });
      await writeDue(ledger, `s1/${vendor.name}`, never);
    }
    if (vendor.made() !== calls) throw new Error(`${vendor.made()} of ${calls} logs are in ${vendor.name}`);
    return vendor.journal.length / calls;
  } finally {
    await database.drop();
  }
}

/** A company with the CRM and one contact in it, who called `calls` times; nobody has logged these calls. */
async function endedCalls(db: Database, { name, url, key, contactId }: Vendor): Promise<void> {
  await someCompany(db);
  const plan = JSON.stringify({ id: 'P', displayName: 'P', integrationGrants: ['CALL_EVENT'] });
  await db.updateTable('accounts').set({ plan }).where('id', '=', 's1').execute();
  const connection = { id: 'i1', account_id: 's1', name, key_sealed: box.seal(key), key_origins: [url] };
  await db
    .insertInto('integrations')
    .values({ ...connection, state: 'CONNECTED' })
    .execute();
  await db.insertInto('channel_log_modes').values({ channel_id: 'cteam', account_id: 's1', mode: 'auto' }).execute();
  const known = { id: 'iris', account_id: 's1', source: name, type: 'contacts', name: 'Iris', integration_id: 'i1' };
  await db
    .insertInto('contacts')
    .values({ ...known, external_id: contactId, phone_numbers: '[]', e164s: [number], relates_to: '[]' })
    .execute();
  const end = Date.now() - 90_000;
  for (let at = 0; at < calls; at += 1)
    await db
      .insertInto('inbox_events')
      .values({
        id: `pbx-${at}`,
        account_id: 's1',
        channel_id: 'cteam',
        session_id: `s-${at}`,
        owner: 'wanna',
        unresolved: false,
        direction: 'INCOMING',
        state: 'FINISHED',
        on_phone_number: '+4930555020',
        remote_phone_number: number,
        started_at: new Date(end - 64_000),
        established_at: new Date(end - 60_000),
        terminated_at: new Date(end),
        terminated_reason: 'TERMINATED',
        documentation: '{}',
      })
      .execute();
}
