import { IntegrationError, type SignIn } from '../connector.ts';

/** Where Zoho answers. */
export interface ZohoPlaces {
  /** The vendor's sign-in page, or a proxy or a simulator that answers for all of its places. */
  readonly accountsUrl: string;
}

/** The hosts of a data centre: where users sign in, where the API answers, and where users see records. */
export interface DataCentre {
  readonly accounts: string;
  readonly api: string;
  readonly app: string;
}

const dataCentres: readonly DataCentre[] = [
  ...['com', 'eu', 'in', 'com.au', 'jp', 'com.cn', 'sa', 'uk'].map((end) => ({
    accounts: `https://accounts.zoho.${end}`,
    api: `https://www.zohoapis.${end}`,
    app: `https://crm.zoho.${end}`,
  })),
  { accounts: 'https://accounts.zohocloud.ca', api: 'https://www.zohoapis.ca', app: 'https://crm.zohocloud.ca' },
];

/**
 * The data centre of an address, which may be any of its three hosts: `https://crm.zoho.eu/crm/org2000/tab/Home` is in Europe. Throws an
 * `IntegrationError` (invalid_url) for an address that is not the vendor's, so that no secret is sent to another.
 */
export function dataCentreOf({ accountsUrl }: ZohoPlaces, address: string): DataCentre {
  const origin = URL.parse(address)?.origin;
  const own = URL.parse(accountsUrl)?.origin;
  const found = dataCentres.find(({ accounts, api, app }) => [accounts, api, app].some((one) => one === origin));
  if (found) return found;
  if (own !== undefined && origin === own) return { accounts: own, api: own, app: own };
  throw new IntegrationError('invalid_url', 'This is not an address of Zoho CRM, such as https://crm.zoho.eu', {
    translationKey: 'invalidUrl',
    provablyNotTaken: true,
  });
}

/** The number of the company in an address that users see, `…/crm/org2000/…`; null without one. */
export const orgOf = (address: string): string | null => /\/org(\d{1,20})(?:\/|$)/.exec(address)?.[1] ?? null;

/** What searches need besides. Without it, records are listed and nothing is found by a word. */
export const searchScope = 'ZohoSearch.securesearch.READ';
/** What the connection may do. */
export const scopes = [
  'ZohoCRM.modules.ALL',
  'ZohoCRM.coql.READ',
  'ZohoCRM.settings.fields.READ',
  'ZohoCRM.users.READ',
  'ZohoCRM.org.READ',
] as const;

/** Zoho issues ten tokens in ten minutes, and says in these words that it issues no more; null for other words. */
export const busySecondsOf = (error: string): number | null => (/^access[ _]denied$/i.test(error) ? 10 * 60 : null);

/** How users sign in at the page of their data centre. */
export const zohoSignIn = (places: ZohoPlaces): SignIn => ({
  needsAccountUrl: true,
  // Zoho puts commas between scopes, where others have spaces.
  scopes: [[...scopes, searchScope].join(',')],
  clientAuthentication: 'post',
  pages(accountUrl) {
    const { accounts } = dataCentreOf(places, accountUrl ?? places.accountsUrl);
    return {
      // Without these two, no refresh token comes, or only the first time.
      authorizeUrl: `${accounts}/oauth/v2/auth?access_type=offline&prompt=consent`,
      tokenUrl: `${accounts}/oauth/v2/token`,
      revokeUrl: `${accounts}/oauth/v2/token/revoke`,
    };
  },
  // Users whose data are in another centre than they said are led there, and codes are good there alone.
  accountUrlOf: ({ 'accounts-server': server }) =>
    server === undefined ? null : dataCentreOf(places, server).accounts,
  busySecondsOf,
  apiUrlOf: ({ api_domain: api }) => dataCentreOf(places, typeof api === 'string' ? api : '').api,
});
