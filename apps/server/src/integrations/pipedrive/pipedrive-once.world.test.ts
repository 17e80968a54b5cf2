import { openPipedrive, type Pipedrive } from '@sidetone/simulator/crm/pipedrive/pipedrive.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallRecord, CrmSide, Unit, Written } from '../../crm/crm-side.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import { IntegrationError } from '../connector.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { pipedrive } from './pipedrive.ts';

let company: Pipedrive;
let reach: GuardedFetch;
let crm: CrmSide;
const never = new AbortController().signal;
beforeAll(async () => {
  company = await openPipedrive();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
  const entered = { url: null, key: company.key, origins: null };
  const connection = await pipedrive(reach.fetch, company.url).connect(entered, never);
  if (!connection.crm) throw new Error('Pipedrive takes calls');
  crm = connection.crm;
});
afterAll(() => {
  reach.close();
  company.close();
});

const troubles = {
  nothing: null,
  'is done, and the answer lost': { does: 'commitThenReset' },
  'is done, and said to have failed': { does: 'commitThenFail' },
  'is done, and half of the answer comes': { does: 'cutAnswer' },
  'is done, and answered in other words': { does: 'breakSchema' },
  'fails before it is done': { does: 'refuse', status: 500 },
  'comes too often': { does: 'refuse', status: 429, headers: { 'x-ratelimit-reset': '1' } },
  'comes while Pipedrive is down': { does: 'refuse', status: 503, headers: { 'retry-after': '1' } },
  'comes after the sign-in has ended': { does: 'refuse', status: 401 },
} as const;
type Trouble = keyof typeof troubles;
const names = Object.keys(troubles) as Trouble[];
const cases = names.flatMap((first) => names.map((second) => [first, second] as const));

const callOf = (key: string): CallRecord => ({
  title: 'Outgoing call, 1 min 5 s',
  html: `<p>Wants a second chair</p><p>${key}</p>`,
  text: key,
  direction: 'OUTGOING',
  state: 'connected',
  startedAt: new Date(Date.now() - 120_000),
  endedAt: new Date(Date.now() - 50_000),
  seconds: 65,
  remoteNumber: '+492214710562',
  localNumber: '+494030001',
  outcomeId: null,
  ownerId: null,
});

/** One attempt as the ledger makes it: what may have happened is looked up before it is sent again. */
async function attempt(unit: Unit, key: string, isUnclear: boolean): Promise<Written | 'unclear' | 'again'> {
  try {
    const found = isUnclear ? await crm.find(unit, callOf(key), key, never) : null;
    return found ?? (isUnclear ? 'again' : await crm.write(unit, callOf(key), key, never));
  } catch (error) {
    expect(error).toBeInstanceOf(IntegrationError);
    return isUnclear || !(error as IntegrationError).provablyNotTaken ? 'unclear' : 'again';
  }
}

test.each(cases)(
  'a call is logged once where the activity %s and the call log %s, also while it is looked for',
  async (first, second) => {
    const key = `${String(cases.findIndex(([one, other]) => one === first && other === second)).padStart(4, '0')}-ONCE`;
    const person = company.records.add('persons', { name: 'Uta' });
    const unit: Unit = { name: 'main', entities: [{ type: 'contacts', id: String(person.id) }] };
    company.faults.clear();
    for (const [trouble, of] of [
      [troubles[first], /POST .*activities/],
      [troubles[second], /callLogs/],
      [troubles[second], /GET .*activities/],
      [troubles[first], /callLogs/],
    ] as const)
      if (trouble) company.faults.next(trouble, { of });
    let came: Awaited<ReturnType<typeof attempt>> = 'again';
    for (let tries = 0; tries < 8 && typeof came === 'string'; tries += 1)
      came = await attempt(unit, key, came === 'unclear');
    const all = company.activitiesWithKey(key).map(({ id }) => String(id));
    expect(came).toMatchObject({ id: all[0] });
    expect(all).toHaveLength(1);
    const logs = [...company.records.callLogs.values()].filter(({ activityId }) => String(activityId) === all[0]);
    expect(logs).toHaveLength(1);
  },
);
