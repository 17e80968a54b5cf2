import { privateHosts } from '../network/private-hosts.ts';
import type { Feature } from '../requests/feature.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { OpenProviders } from './ports.ts';
import { aiSetupDocuments } from './setup/documents.ts';
import { aiSetupRoutes } from './setup/routes.ts';
import { forgetOldUse } from './setup/use.ts';

export interface AiSetupDeps {
  readonly db: Database;
  readonly box: SecretBox;
  /** Hosts of the server's own network that may be asked, see AI_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[];
  readonly providers: OpenProviders;
}

/** What administrators set up for the documentation of calls: services, and how calls are documented. */
export const aiSetupFeature = ({ privateHosts: named, ...deps }: AiSetupDeps): Feature => ({
  answers: aiSetupRoutes({ ...deps, hosts: privateHosts(named) }),
  sources: aiSetupDocuments(deps.db),
  sweeps: [{ name: 'use of AI services', run: () => forgetOldUse(deps.db) }],
});
