import { IntegrationError, type SignIn } from '../connector.ts';

/** Where Salesforce answers: users of any company sign in at `loginUrl`, and each company has a domain of its own. */
export interface SalesforcePlaces {
  /** The vendor's sign-in page, or a proxy or a simulator that answers for every company. */
  readonly loginUrl: string;
}

/** Hosts of companies, of their sandboxes and test systems, and those where everybody signs in. */
const vendorHost = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z]+)?\.my|login|test)\.salesforce\.com$/;
/** Where users see it in their browsers, and copy the address from. */
const shownHosts = [/\.lightning\.force\.com$/, /\.my\.salesforce-setup\.com$/];

/**
 * The origin that an entered address means: `https://acme.lightning.force.com/lightning/page/home` is
 * `https://acme.my.salesforce.com`. Throws an `IntegrationError` (invalid_url) for an address that is not the vendor's, so that
 * no secret is sent to another.
 */
export function originOf({ loginUrl }: SalesforcePlaces, address: string): string {
  const url = URL.parse(address);
  if (url && url.origin === URL.parse(loginUrl)?.origin) return url.origin;
  const shown = shownHosts.find((host) => url !== null && host.test(url.hostname));
  const host = shown ? (url?.hostname ?? '').replace(shown, '.my.salesforce.com') : (url?.hostname ?? '');
  if (url?.protocol === 'https:' && url.port === '' && vendorHost.test(host)) return `https://${host}`;
  throw new IntegrationError('invalid_url', 'This is not an address of Salesforce, such as acme.my.salesforce.com', {
    translationKey: 'invalidUrl',
    provablyNotTaken: true,
  });
}

/** How users sign in at the page of their company, by OAuth 2 with PKCE. */
export const salesforceSignIn = (places: SalesforcePlaces): SignIn => ({
  needsAccountUrl: true,
  scopes: ['api', 'refresh_token'],
  clientAuthentication: 'post',
  pages(accountUrl) {
    const origin = originOf(places, accountUrl ?? places.loginUrl);
    return {
      authorizeUrl: `${origin}/services/oauth2/authorize`,
      tokenUrl: `${origin}/services/oauth2/token`,
      revokeUrl: `${origin}/services/oauth2/revoke`,
    };
  },
  apiUrlOf: ({ instance_url: url }) => originOf(places, typeof url === 'string' ? url : ''),
});
