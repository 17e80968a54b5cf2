import type { Logger } from 'pino';
import type { CrmAccess } from '../crm/crm-access.ts';
import type { LiveSource } from '../documents/live-source.ts';
import { privateHosts } from '../network/private-hosts.ts';
import type { Answer } from '../requests/answer.ts';
import type { Sweep } from '../requests/feature.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Writer } from '../storage/writer.ts';
import { connections } from './connections.ts';
import { IntegrationError, type Offer } from './connector.ts';
import { contactWriter } from './contact-writer.ts';
import { crmAccess } from './crm/crm-access.ts';
import { integrationDocuments } from './documents.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { redirectAddress } from './oauth/redirect-address.ts';
import { signInAnswers } from './oauth/routes.ts';
import { forgetOldSignIns, vendorFor } from './oauth/sign-ins.ts';
import { tokenKeeper } from './oauth/token-keeper.ts';
import type { OAuthClients, Vendor } from './oauth/vendor.ts';
import { connectors, registry, type VendorPlaces } from './registry.ts';
import { renewedKeys } from './renewed-keys.ts';
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
  /** What the operator has registered at vendors, and the address of this server that browsers come back to. */
  readonly signIns?: { readonly clients: OAuthClients; readonly publicUrl: string | undefined };
}

/** Address books and CRMs of accounts: what there is, what is connected, and keeping their contacts up to date. */
export interface Integrations {
  readonly answers: readonly Answer[];
  readonly sources: readonly LiveSource[];
  readonly sweeps: readonly Sweep[];
  /** Writes contacts where they are kept. */
  readonly writer: ReturnType<typeof contactWriter>;
  /** How calls get into CRMs. */
  readonly crm: CrmAccess;
  stop(): Promise<void>;
}

/** Begins to synchronise at once. */
export function openIntegrations({ db, box, log, ...given }: IntegrationsDeps): Integrations {
  const reach = guardedFetch(privateHosts(given.privateHosts));
  const clients: OAuthClients = given.signIns?.clients ?? new Map();
  const redirect = redirectAddress(given.signIns?.publicUrl);
  const canSignIn = (name: string) => redirect !== null && clients.has(name);
  const known = registry(connectors(reach.fetch, given.places), given.builtIn, canSignIn);
  const tokens = tokenKeeper({ db, box });
  const vendorOfName = (name: string, accountUrl: string | null) => {
    const signIn = known.connectorOf(name)?.signIn;
    const vendor = signIn && vendorFor({ clients, fetch: reach.fetch }, name, signIn, accountUrl);
    if (!vendor) throw new IntegrationError('refresh', 'This server has no client at this CRM any longer', signedOut);
    return vendor;
  };
  const signedIn = {
    accessToken: (id: string, name: string) => tokens.accessToken(id, (accountUrl) => vendorOfName(name, accountUrl)),
    wasRefused: (id: string) => tokens.wasRefused(id),
  };
  const opened = connections(known, box, { renewed: renewedKeys(db, box), signedIn });
  const synchroniser = keepSynchronised({ db, log, connections: opened, registry: known }, given.rhythm);
  const deps = {
    db,
    box,
    registry: known,
    connections: opened,
    synchroniser,
    async endSignIn(trx: Writer, integrationId: string, name: string) {
      const kept = await tokens.forget(trx, integrationId);
      return () => {
        if (kept) revoke(() => vendorOfName(name, kept.accountUrl), kept.refresh ?? kept.access, log);
      };
    },
  };
  return {
    answers: [
      ...integrationRoutes(deps),
      ...signInAnswers({ ...deps, tokens, clients, fetch: reach.fetch, redirect, log }),
    ],
    sources: integrationDocuments(db, known),
    sweeps: [{ name: 'old sign-ins at CRMs', run: () => forgetOldSignIns(db) }],
    writer: contactWriter({ db, connections: opened, registry: known }),
    crm: crmAccess({ db, connections: opened, registry: known }),
    async stop() {
      await synchroniser.stop();
      reach.close();
    },
  };
}

const signedOut = { translationKey: 'signedOut', provablyNotTaken: true } as const;

/** As well as it can be told: the tokens are gone here in any case. */
function revoke(vendor: () => Vendor, token: string, log: Logger): void {
  const tell = async () => await vendor().revoke(token);
  tell().catch((error: unknown) =>
    log.info({ err: error }, 'integrations: a vendor was not told that a sign-in is over'),
  );
}
