import { type CrmAccess, CrmFailure } from '../../crm/crm-access.ts';
import type { Database } from '../../storage/database.ts';
import type { Connections } from '../connections.ts';
import { IntegrationError } from '../connector.ts';
import { leaveAlone } from '../leave-alone.ts';
import type { Registry } from '../registry.ts';
import { causeOfFailure } from './failed-write.ts';

interface AccessParts {
  readonly db: Database;
  readonly connections: Connections;
  readonly registry: Registry;
}

/** How features reach the CRMs that accounts have connected, see `CrmAccess`. */
export const crmAccess = ({ db, connections, registry }: AccessParts): CrmAccess => ({
  formOf(name) {
    const form = registry.connectorOf(name)?.crm;
    const offer = registry.offerOf(name);
    return form && offer ? { ...form, displayName: offer.displayName } : null;
  },

  async use(integrationId, signal, work) {
    const row = await db
      .selectFrom('integrations')
      .select(['id', 'name', 'url', 'key_sealed', 'key_origins', 'state', 'not_before'])
      .where('id', '=', integrationId)
      .executeTakeFirst();
    if (!row || row.state === 'DISCONNECTING') throw notUsable('disconnected', 'This CRM is not connected.');
    if (row.state === 'AUTHENTICATION_REQUIRED')
      throw notUsable('refresh', 'The connection has to be signed in again.');
    const busySeconds = row.not_before === null ? 0 : (row.not_before.getTime() - Date.now()) / 1000;
    if (busySeconds > 0) throw busy(busySeconds);
    try {
      return await connections.use(
        row,
        signal,
        async (connection) => {
          if (!connection.crm) throw notUsable('forbidden', 'This CRM takes no calls.');
          return await work(connection.crm);
        },
        { once: true },
      );
    } catch (error) {
      const failure = failureOf(error);
      await leaveAlone(db, row.id, failure.retryAfterSeconds);
      throw failure;
    }
  },
});

/** A person has to sign in, or to allow something, before it is of any use. */
const notUsable = (code: string, detail: string): CrmFailure =>
  new CrmFailure(code, detail, { retryAfterSeconds: null, causeIf: () => 'blocked' });

const busy = (seconds: number): CrmFailure =>
  new CrmFailure('rate_limited', 'The CRM wants to be left alone for a while.', {
    retryAfterSeconds: seconds,
    causeIf: () => 'delayed',
  });

function failureOf(error: unknown): CrmFailure {
  if (error instanceof CrmFailure) return error;
  const known = error instanceof IntegrationError ? error : null;
  return new CrmFailure(known?.type ?? 'failed', known?.detail ?? 'The request was broken off.', {
    retryAfterSeconds: known?.retryAfterSeconds ?? null,
    causeIf: (mayRepeat) => causeOfFailure(error, mayRepeat),
    cause: error,
  });
}
