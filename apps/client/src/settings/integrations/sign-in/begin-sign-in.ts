import { crmRoutes } from '@sidetone/contract/http/crm/crm-routes.ts';
import { call } from '#live/line/http.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { returnPaths } from '../../crm-sign-in-news.ts';
import { beginsHere, settingsAddress } from '../../sign-in-place.ts';
import type { ListedIntegration } from '../integration-list.ts';
import { awaitSignIn } from './waiting.ts';

/** How long the row waits in the desktop program, in milliseconds: the sign-in itself begins later, in the browser. */
const inBrowserMs = 15 * 60_000;

/**
 * Begins to sign in at the page of a CRM, for a new connection or one that is signed out: the page opens in a browser
 * window of its own, so that calls continue here. `accountUrl` says whose CRM it is, where that matters. Throws
 * ApiError. SINTEG-018, API-066
 */
export async function beginSignIn({ integration, connection }: ListedIntegration, accountUrl: string | null) {
  const { name, displayName } = integration;
  if (!beginsHere()) {
    const url = settingsAddress(`integrations/${encodeURIComponent(name)}`);
    bridge().openInBrowser(url);
    awaitSignIn({ name, displayName, url, expiresAt: new Date(Date.now() + inBrowserMs).toISOString() });
    return;
  }
  const { url, expiresAt } = await call(
    crmRoutes.startAuthSession,
    { body: { name, accountUrl, ...returnPaths(name), integrationId: connection?.id ?? null } },
    { timeoutMs: 60_000 },
  );
  bridge().openInBrowser(url);
  awaitSignIn({ name, displayName, url, expiresAt });
}
