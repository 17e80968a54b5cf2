import type { Integration, SupportedIntegrations } from '@sidetone/contract/entities/integration.ts';
import { isOffered, type OfferedTo } from '@sidetone/contract/rules/offered-integrations.ts';
import { cardDav } from './carddav/carddav.ts';
import type { Connector, Offer } from './connector.ts';
import { hubSpot } from './hubspot/hubspot.ts';

/** Every integration that this server knows. */
export interface Registry {
  /** What there is for an account, by name. */
  supported(account: OfferedTo): SupportedIntegrations;
  /** What is known of an integration, no matter who is offered it; null for an unknown name. */
  offerOf(name: string): Offer | null;
  /** What connects to it; null for what is built in, and for an unknown name. */
  connectorOf(name: string): Connector | null;
}

/** Where vendors answer. */
export interface VendorPlaces {
  readonly hubSpotUrl: string;
}

/** `fetch` reaches other hosts, see `guardedFetch`. A new vendor is one more line here. */
export const connectors = (fetch: typeof globalThis.fetch, { hubSpotUrl }: VendorPlaces): Connector[] => [
  cardDav(fetch),
  hubSpot(fetch, hubSpotUrl),
];

/** `builtIn`: what is there without being connected, such as the company's own address book. */
export function registry(known: readonly Connector[], builtIn: readonly Offer[]): Registry {
  const offers = new Map([...builtIn, ...known.map(({ offer }) => offer)].map((offer) => [offer.name, offer]));
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

const asIntegration = (offer: Offer): Integration => ({ ...offer, id: offer.name, authenticationRequired: false });
