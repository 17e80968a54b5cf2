import { routes } from '@sidetone/contract/http/routes.ts';
import type { Config } from './config.ts';
import type { PresenceSetUp } from './features/presence-connector/ports.ts';
import { guardedFetch } from './integrations/guarded-fetch.ts';
import { microsoft } from './integrations/microsoft/microsoft.ts';
import { redirectAddress } from './integrations/oauth/redirect-address.ts';
import { privateHosts } from './network/private-hosts.ts';

/** Microsoft answers within seconds, or not at all. */
const withinMs = 20_000;

/** The way to Microsoft's sign-in and presence, with what the operator has set up. */
export function presenceAtMicrosoft({
  microsoft: { client, ...places },
  publicUrl,
  integrationPrivateHosts,
}: Config): PresenceSetUp & { close(): void } {
  const reach = guardedFetch(privateHosts(integrationPrivateHosts), withinMs);
  return {
    service: client === undefined ? null : microsoft(reach.fetch, { ...places, client }),
    redirect: redirectAddress(publicUrl, routes.endPresenceSignIn.path),
    close: reach.close,
  };
}
