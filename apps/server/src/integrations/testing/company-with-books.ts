import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { defaultGrants } from '@sidetone/contract/rules/grants.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { ApiDeps } from '../../api-deps.ts';
import { readConfig } from '../../config.ts';

import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, signInAs, testApi } from '../../testing/test-api.ts';

/** Soon, so that a test need not wait; what comes regularly comes never. */
const rhythm = {
  lookMs: 30,
  everyMs: 3_600_000,
  againMs: 3_600_000,
  withinMs: 60_000,
  silentMs: 60_000,
  turnMs: 60_000,
};

/** A company whose server may reach address books on loopback, and someone of it who may connect them. */
export async function companyWithBooks(more: Partial<ApiDeps> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  const config = { ...readConfig({ INTEGRATION_PRIVATE_HOSTS: '127.0.0.1' }), port: 0, dataDir };
  const api = await testApi({ config, syncRhythm: rhythm, ...more });
  const anna = await person(api, { firstName: 'Anna' });
  await api.db
    .updateTable('users')
    .set({ grants: [...defaultGrants, 'INTEGRATION_WRITE'] })
    .where('id', '=', anna.userId)
    .execute();
  const token = (await signInAs(api.url, anna.email)).access_token;
  const client = liveClient(api.url, () => token);
  const live = client.watch<ConnectedIntegration & { rev: number }>('integrations');

  const company = {
    api,
    anna,
    token,
    live,
    call: <R extends Route>(route: R, request: RouteRequest<R>) => callRoute(api.url, token, route, request),
    connect: (url: string, key: string, name = 'CARDDAV') =>
      company.call(routes.connectIntegration, { body: { name, url, key } }),
    /** As everyone who is signed in sees it now. */
    connected: () => live.rows?.find(({ name }) => name === 'CARDDAV'),
    /** Waits until the connection stands as wanted. */
    async stands(wanted: Partial<ConnectedIntegration>) {
      await vi.waitFor(() => expect(company.connected()).toMatchObject(wanted), { timeout: 30_000, interval: 20 });
      return company.connected();
    },
    /** Lets the next synchronisation be due, and waits until it is over, whatever came of it. */
    async synchronise() {
      const due = await api.db
        .updateTable('integrations')
        .set({ next_sync_at: sql`now()` })
        .where('name', '=', 'CARDDAV')
        .where('account_id', '=', anna.accountId)
        .where('next_sync_at', 'is not', null)
        .returning('id')
        .execute();
      expect(due).toHaveLength(1);
      await company.settled();
    },
    /** Waits until nothing of the connection is due. */
    async settled() {
      const isDue = async () =>
        (await api.db.selectFrom('integrations').select('id').where('next_sync_at', '<=', sql<Date>`now()`).execute())
          .length;
      await vi.waitFor(async () => expect(await isDue()).toBe(0), { timeout: 30_000, interval: 20 });
    },
    /** Contacts of the connected book by their names, as they are mirrored. */
    async contacts() {
      const rows = await api.db
        .selectFrom('contacts')
        .selectAll()
        .where('source', '=', 'CARDDAV')
        .where('account_id', '=', anna.accountId)
        .orderBy('name')
        .execute();
      return rows;
    },
    async stop() {
      await client.close();
      await api.stop();
    },
  };
  return company;
}
export type CompanyWithBooks = Awaited<ReturnType<typeof companyWithBooks>>;
