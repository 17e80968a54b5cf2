import { type Connection, type Connector, IntegrationError, type Offer, type SignIn } from '../connector.ts';
import { changesOf } from './changes.ts';
import { type PipedriveClient, pipedriveClient, type Secret } from './client.ts';
import { pipedriveContacts } from './contacts.ts';
import { pipedriveCrm, pipedriveForm } from './crm.ts';
import { loggedTypes, pipedriveEntities } from './entities.ts';
import { api1, type Company, currentUser, numberLabels, tenantOf } from './records.ts';

const offer: Offer = {
  name: 'PIPEDRIVE',
  displayName: 'Pipedrive',
  features: [
    'CONTACT_CREATE',
    'CONTACT_UPDATE',
    'CONTACT_DELETE',
    'event-call-integration-entities-create',
    'event-call-integration-entities-update',
  ],
  contactAttributes: { FULL_NAME: 'required', ORGANIZATION: 'optional', EMAIL: 'optional' },
  limitations: {},
  phoneNumberLabels: [...numberLabels],
  isOAuth: false,
  configurationValues: ['key'],
  callLoggingEntityTypes: loggedTypes,
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: false,
  landingPageUrl: '/help#pipedrive',
};

/** Where Pipedrive answers to everyone's API token. */
const pipedriveApi = 'https://api.pipedrive.com';

/**
 * Persons and calls of a company in Pipedrive, by the API token of one of its users or signed in at its page. `api`: where
 * Pipedrive answers; another address than its own answers for every company.
 */
export const pipedrive = (fetch: typeof globalThis.fetch, api: string): Connector => ({
  offer,
  signIn: signInAt(api),
  crm: pipedriveForm,
  async connect({ url, key, accessToken }, signal, heard) {
    const secret: Secret | null = accessToken ? { accessToken } : key === null ? null : { apiToken: key };
    if (secret === null) throw new IntegrationError('refresh', 'There is no key', { translationKey: 'signedOut' });
    const client = pipedriveClient(fetch, { api: accessToken ? placeOf(api, url) : api, secret }, heard);
    const { body } = await client.ask({ method: 'GET', path: `${api1}/users/me` }, currentUser, signal);
    const { company_domain: domain, company_id: id } = body.data;
    return { ...connection(client, { domain }), tenant: tenantOf(id) };
  },
});

function connection(client: PipedriveClient, company: Company): Connection {
  const contacts = pipedriveContacts(client, company);
  const { entitiesOf } = pipedriveEntities(client, company);
  return {
    origins: [client.origin],
    leftOut: null,
    readsAhead: true,
    changes: (given, mirrored, signal) => changesOf(client, company, { given, mirrored }, signal),
    ...contacts,
    entities: async (id, signal) =>
      (await entitiesOf({ type: 'contacts', id }, signal)).map(({ type, id: other, label, url, isOpen }) => ({
        id: other,
        type,
        label: label === '' ? null : label,
        url,
        isOpen,
      })),
    crm: pipedriveCrm(client, company),
  };
}

/** The page of the vendor, or of what answers in its place. */
function signInAt(api: string): SignIn {
  const pages = isVendor(api) ? 'https://oauth.pipedrive.com' : api;
  return {
    needsAccountUrl: false,
    scopes: [
      'base',
      'contacts:full',
      'deals:read',
      'leads:read',
      'activities:full',
      'phone-integration',
      'search:read',
      'users:read',
    ],
    clientAuthentication: 'basic',
    pages: () => ({
      authorizeUrl: new URL('/oauth/authorize', pages).href,
      tokenUrl: new URL('/oauth/token', pages).href,
      revokeUrl: new URL('/oauth/revoke', pages).href,
    }),
    apiUrlOf: ({ api_domain }) =>
      isVendor(api) ? placeOf(api, typeof api_domain === 'string' ? api_domain : null) : null,
    tenantOfRemoved: tenantOf,
  };
}

const isVendor = (api: string): boolean => new URL(api).origin === pipedriveApi;

/** The company's own address; an access token goes to no other host than the vendor's. */
function placeOf(api: string, companyUrl: string | null): string {
  if (!isVendor(api) || companyUrl === null) return api;
  const url = URL.parse(companyUrl);
  const isTheirs = url?.protocol === 'https:' && /^[a-z0-9-]+\.pipedrive\.com$/.test(url.hostname) && url.port === '';
  if (!isTheirs) {
    throw new IntegrationError('invalid_url', 'Pipedrive names an address that is not its own', {
      translationKey: 'invalidUrl',
    });
  }
  return url.origin;
}
