import { type HubSpot, openHubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import type { CallRecord, CrmSide, EntityRef, TaskRecord, Unit } from '../../../crm/crm-side.ts';
import { privateHosts } from '../../../network/private-hosts.ts';
import { type Entered, IntegrationError } from '../../connector.ts';
import { guardedFetch } from '../../guarded-fetch.ts';
import { hubSpot } from '../hubspot.ts';

export const never = new AbortController().signal;

/** A portal of the simulator, and connections to it over HTTP. */
export async function somePortal() {
  const portal = await openHubSpot();
  const reach = guardedFetch(privateHosts(['127.0.0.1']), 1_000);
  const connector = hubSpot(reach.fetch, { api: portal.url, app: portal.url });
  return {
    portal,
    reach,
    connector,
    connect: (entered: Partial<Entered> = {}) =>
      connector.connect({ url: null, key: portal.key, origins: null, ...entered }, never),
    /** A new connection, as after a restart. */
    async crm(): Promise<CrmSide> {
      const { crm } = await this.connect();
      if (!crm) throw new Error('a connection to HubSpot takes calls');
      return crm;
    },
    close() {
      reach.close();
      portal.close();
    },
  };
}
export type SomePortal = Awaited<ReturnType<typeof somePortal>>;

/** Requests that something makes: method, path without its query, status. */
export async function requestsOf(portal: HubSpot, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = portal.journal.length;
  await work();
  return portal.journal.slice(before).map(({ method, path, status }) => `${method} ${path.split('?')[0]} ${status}`);
}

export const unit = (...entities: EntityRef[]): Unit => ({ name: 'main', entities });

export const call = (changed: Partial<CallRecord> = {}): CallRecord => ({
  title: 'Incoming call, 6 min 12 s',
  html: '<p>Wants an offer by Friday.</p><p>KQ7M9D2XKQ7M9D2X</p>',
  text: 'Wants an offer by Friday.\nKQ7M9D2XKQ7M9D2X',
  direction: 'INCOMING',
  state: 'connected',
  startedAt: new Date('2026-03-02T09:15:00Z'),
  endedAt: new Date('2026-03-02T09:21:12Z'),
  seconds: 372,
  remoteNumber: '+492214710562',
  localNumber: '+493012345',
  outcomeId: null,
  ownerId: null,
  ...changed,
});

export const task = (changed: Partial<TaskRecord> = {}): TaskRecord => ({
  title: 'Send the offer',
  html: '<p>Cooling 2026</p><p>KQ7M9D2XKQ7M9D2X</p>',
  text: 'Cooling 2026\nKQ7M9D2XKQ7M9D2X',
  typeId: 'TODO',
  due: { day: '2026-03-06', time: '10:00', timeZone: 'Europe/Berlin' },
  entities: [],
  ownerId: null,
  ...changed,
});

/** The error of HubSpot that something ends in. */
export async function failureOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof IntegrationError) return error;
  throw error;
}
