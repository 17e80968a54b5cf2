import type { Logger } from 'pino';
import type { CompanyDoor } from '../../identity/company-sign-in.ts';
import { signInThrottle } from '../../identity/throttle.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import { txtRecords } from '../../network/txt-records.ts';
import type { Feature } from '../../requests/feature.ts';
import { signOnProviders } from '../../sign-on/providers.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { companySignOn, type SignOnHosts } from './single-sign-on/company-sign-on.ts';
import { lookAtDomains } from './single-sign-on/domains/prove.ts';
import { forgetLogoutTokens } from './single-sign-on/end-by-provider.ts';
import { signOnRoutes } from './single-sign-on/sign-on-routes.ts';

interface SignOnParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly hosts: PrivateHosts;
  readonly publicUrl: string | undefined;
  readonly ownHosts: SignOnHosts;
  readonly log: Logger;
  /** Name servers that are asked for proofs of domains; none: those of this machine. */
  readonly nameServers: readonly string[];
  /** The way to other hosts, guarded against those of the own network. */
  readonly reach: { readonly fetch: typeof globalThis.fetch; close(): void };
}

/** How companies sign in at providers of their own: what identity asks, and what administrators set up. */
export function signOnFeature({ db, box, hosts, publicUrl, ownHosts, log, nameServers, reach }: SignOnParts): {
  readonly door: CompanyDoor;
  readonly feature: Feature;
} {
  const providers = signOnProviders(reach.fetch);
  const door = companySignOn({ db, box, providers, publicUrl, hosts: ownHosts, log });
  const records = txtRecords(nameServers);
  const answers = signOnRoutes({ db, box, hosts, providers, door, throttle: signInThrottle(db), records, log });
  const sweeps = [
    { name: 'proofs of domains', run: () => lookAtDomains({ db, records }) },
    { name: 'old logout tokens', run: () => forgetLogoutTokens(db) },
  ];
  return { door, feature: { answers, sweeps, stop: async () => reach.close() } };
}
