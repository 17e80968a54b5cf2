import type { Integration, SupportedIntegrations } from '@sidetone/contract/entities/integration.ts';
import type { ListedBridge } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import { isOffered, type OfferedTo } from '@sidetone/contract/rules/offered-integrations.ts';
import { bridge } from './bridge/bridge.ts';
import { cardDav } from './carddav/carddav.ts';
import type { Connector, Offer, SignIn } from './connector.ts';
import { hubSpot } from './hubspot/hubspot.ts';
import { pipedrive } from './pipedrive/pipedrive.ts';
import { salesforce } from './salesforce/salesforce.ts';
import { sipgate } from './sipgate/sipgate.ts';
import { zoho } from './zoho/zoho.ts';

/** Every integration that this server knows. */
export interface Registry {
  /** What there is for an account, by name. */
  supported(account: OfferedTo): SupportedIntegrations;
  /** What is known of an integration, no matter who is offered it; null for an unknown name. */
  offerOf(name: string): Offer | null;
  /** What connects to it; null for what is built in, and for an unknown name. */
  connectorOf(name: string): Connector | null;
}

/** Where vendors answer, and bridges to others. */
export interface VendorPlaces {
  readonly hubSpotUrl: string;
  /** Where users of HubSpot sign in. */
  readonly hubSpotAppUrl: string;
  readonly pipedriveUrl: string;
  readonly salesforceUrl: string;
  readonly salesforceObjects: Parameters<typeof salesforce>[2];
  readonly zohoUrl: string;
  readonly sipgateUrl: string;
  readonly bridges: readonly ListedBridge[];
}

/** `fetch` reaches other hosts, see `guardedFetch`. A new vendor is one more line here. */
export const connectors = (fetch: typeof globalThis.fetch, places: VendorPlaces): Connector[] => [
  cardDav(fetch),
  hubSpot(fetch, { api: places.hubSpotUrl, app: places.hubSpotAppUrl }),
  pipedrive(fetch, places.pipedriveUrl),
  salesforce(fetch, { loginUrl: places.salesforceUrl }, places.salesforceObjects),
  zoho(fetch, { accountsUrl: places.zohoUrl }),
  sipgate(fetch, places.sipgateUrl),
  ...places.bridges.map((listed) => bridge(fetch, listed)),
];

/**
 * `builtIn`: what is there without being connected, such as the company's own address book. `canSignIn`: the operator has a
 * client at this vendor, and browsers can come back from its page.
 */
export function registry(
  known: readonly Connector[],
  builtIn: readonly Offer[],
  canSignIn: (name: string) => boolean = () => false,
): Registry {
  const ofConnectors = known.map(({ offer, signIn }) =>
    signIn && canSignIn(offer.name) ? atItsPage(offer, signIn) : offer,
  );
  const offers = new Map([...builtIn, ...ofConnectors].map((offer) => [offer.name, offer]));
  const byName = new Map(known.map((connector) => [connector.offer.name, connector]));
  return {
    supported: (account) => ({
      integrations: [...offers.values()].filter((offer) => isOffered(offer, account)).map(asIntegration),
      allowlist: [...account.allowlist],
    }),
    offerOf: (name) => offers.get(name) ?? null,
    connectorOf: (name) => byName.get(name) ?? null,
  };
}

/** Users sign in at the vendor's page, and enter at most whose CRM it is. */
const atItsPage = (offer: Offer, { needsAccountUrl }: SignIn): Offer => ({
  ...offer,
  isOAuth: true,
  configurationValues: needsAccountUrl ? ['account_url'] : [],
});

const asIntegration = (offer: Offer): Integration => ({ ...offer, id: offer.name, authenticationRequired: false });
