import type { Logger } from 'pino';
import type { LiveSource } from '../documents/live-source.ts';
import { privateHosts } from '../network/private-hosts.ts';
import type { Answer } from '../requests/answer.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import { connections } from './connections.ts';
import type { Offer } from './connector.ts';
import { contactWriter } from './contact-writer.ts';
import { integrationDocuments } from './documents.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { connectors, registry, type VendorPlaces } from './registry.ts';
import { integrationRoutes } from './routes.ts';
import { keepSynchronised, type SyncRhythm } from './sync.ts';

export interface IntegrationsDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly log: Logger;
  /** What is there without being connected. */
  readonly builtIn: readonly Offer[];
  /** Hosts of the server's own network that may be reached, see INTEGRATION_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[];
  readonly places: VendorPlaces;
  readonly rhythm?: SyncRhythm | undefined;
}

/** Address books and CRMs of accounts: what there is, what is connected, and keeping their contacts up to date. */
export interface Integrations {
  readonly answers: readonly Answer[];
  readonly sources: readonly LiveSource[];
  /** Writes contacts where they are kept. */
  readonly writer: ReturnType<typeof contactWriter>;
  stop(): Promise<void>;
}

/** Begins to synchronise at once. */
export function openIntegrations({ db, box, log, ...given }: IntegrationsDeps): Integrations {
  const reach = guardedFetch(privateHosts(given.privateHosts));
  const known = registry(connectors(reach.fetch, given.places), given.builtIn);
  const opened = connections(known, box);
  const synchroniser = keepSynchronised({ db, log, connections: opened, registry: known }, given.rhythm);
  return {
    answers: integrationRoutes({ db, box, registry: known, connections: opened, synchroniser }),
    sources: integrationDocuments(db, known),
    writer: contactWriter({ db, connections: opened, registry: known }),
    async stop() {
      await synchroniser.stop();
      reach.close();
    },
  };
}
