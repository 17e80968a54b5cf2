import type { CrmSide } from '../../crm/crm-side.ts';
import {
  type Connection,
  type Connector,
  type ContactDraft,
  IntegrationError,
  type Offer,
  type SignIn,
  type SourceContact,
} from '../connector.ts';
import { nationalDigits } from '../crm/national-digits.ts';
import { isOf } from '../crm/vendor-errors.ts';
import { changesOf } from './changes.ts';
import { type Bearer, type HubSpotClient, hubSpotClient } from './client.ts';
import { hubSpotCrm, hubSpotForm } from './crm.ts';
import { belongingsOf } from './entities.ts';
import { recordOf } from './kinds.ts';
import {
  contactOf,
  contactProperties,
  contactRecord,
  contactsPath,
  isRecordId,
  type Portal,
  page,
  portalDetails,
  propertiesOf,
} from './records.ts';

const offer: Offer = {
  name: 'HUBSPOT',
  displayName: 'HubSpot',
  features: [
    'CONTACT_CREATE',
    'CONTACT_UPDATE',
    'CONTACT_DELETE',
    'event-call-integration-entities-create',
    'event-call-integration-entities-update',
  ],
  contactAttributes: { FIRST_NAME: 'optional', LAST_NAME: 'optional', ORGANIZATION: 'optional', EMAIL: 'optional' },
  limitations: { maxNumbersPerContact: 2 },
  phoneNumberLabels: ['work', 'mobile'],
  isOAuth: false,
  configurationValues: ['key'],
  callLoggingEntityTypes: [...hubSpotForm.entityTypes],
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: false,
  landingPageUrl: '/help#hubspot',
};

/** Where HubSpot answers, and where its users sign in: the vendor's own addresses, or those of a proxy or a simulator. */
interface Places {
  readonly api: string;
  readonly app: string;
}

/** Contacts, companies, deals and tickets are read, calls and tasks belong to contacts, and a property is made for our keys. */
const scopes = [
  // Every app has this one, and HubSpot wants it named.
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.companies.read',
  'crm.objects.deals.read',
  'tickets',
  'crm.objects.owners.read',
  'crm.schemas.contacts.write',
] as const;

const signInAt = ({ api, app }: Places): SignIn => ({
  needsAccountUrl: false,
  scopes,
  clientAuthentication: 'post',
  pages: () => ({
    authorizeUrl: new URL('/oauth/authorize', app).href,
    tokenUrl: new URL('/oauth/2026-09/token', api).href,
    revokeUrl: new URL('/oauth/2026-09/token/revoke', api).href,
  }),
  // A token knows its portal.
  apiUrlOf: () => null,
});

/**
 * Contacts of a HubSpot portal, and the log of calls there: by a sign-in at HubSpot, or by the access token of an app that the
 * portal's administrator made for it.
 */
export const hubSpot = (fetch: typeof globalThis.fetch, places: Places): Connector => ({
  offer,
  signIn: signInAt(places),
  crm: hubSpotForm,
  async connect({ key, accessToken }, signal, heard) {
    const bearer: Bearer | null = accessToken ?? (key === null ? null : async () => key);
    if (bearer === null) throw new IntegrationError('refresh', 'There is no key', { translationKey: 'signedOut' });
    const client = hubSpotClient(fetch, { api: places.api, bearer }, heard);
    const { body } = await client.ask({ method: 'GET', path: '/account-info/v3/details' }, portalDetails, signal);
    return connection(client, body, await hubSpotCrm(client, body, signal));
  },
});

function connection(client: HubSpotClient, portal: Portal, crm: CrmSide): Connection {
  const get = async (id: string, signal: AbortSignal): Promise<SourceContact | null> => {
    const wanted = recordOf(id);
    if (wanted === null) return null;
    const { kind } = wanted;
    const query = { properties: kind.properties.join(',') };
    try {
      const path = `${kind.path}/${wanted.id}`;
      const { body } = await client.ask({ method: 'GET', path, query }, contactRecord, signal);
      // By the id of one that was merged, the one that was made of it is answered.
      return body.id === wanted.id ? kind.contactOf(portal, body) : null;
    } catch (error) {
      if (isOf(error, 'not_found')) return null;
      throw error;
    }
  };
  const find = async (body: object, signal: AbortSignal): Promise<SourceContact[]> => {
    const wanted = { ...body, properties: [...contactProperties], limit: 20 };
    const answer = await client.ask({ method: 'POST', path: `${contactsPath}/search`, body: wanted }, page, signal);
    return answer.body.results.map((one) => contactOf(portal, one));
  };
  return {
    origins: [client.origin],
    tenant: `portal ${portal.portalId}`,
    leftOut: null,
    readsAhead: true,
    changes: (state, mirrored, signal) => changesOf({ client, portal, mirrored, signal }, state),
    get,
    findByNumber: (e164, signal) => find({ filterGroups: numberFilters(e164) }, signal),
    search: (query, signal) => find({ query }, signal),
    create: (draft, key, signal) => create({ client, portal, find }, draft, key, signal),
    async update(before, draft, signal) {
      const { externalId } = before;
      const now = await get(externalId, signal);
      if (now === null)
        throw new IntegrationError('not_found', 'The contact is no longer there', { translationKey: 'gone' });
      if (now.etag !== before.etag) throw changed();
      const properties = propertiesOf(draft);
      const request = { method: 'PATCH' as const, path: `${contactsPath}/${externalId}`, body: { properties } };
      const { body } = await client.ask(request, contactRecord, signal).catch(asEmailConflict);
      return contactOf(portal, { ...body, properties: { ...properties, ...body.properties } });
    },
    async delete({ externalId }, signal) {
      if (isRecordId(externalId))
        await client.send({ method: 'DELETE', path: `${contactsPath}/${externalId}` }, signal);
    },
    async entities(externalId, signal) {
      const of = recordOf(externalId);
      return of === null ? [] : await belongingsOf({ client, portal }, { type: of.kind.type, id: of.id }, signal);
    },
    crm,
  };
}

interface Creating {
  readonly client: HubSpotClient;
  readonly portal: Portal;
  find(body: object, signal: AbortSignal): Promise<SourceContact[]>;
}

/** A contact that the same draft made minutes ago is that contact: only the answer was lost. */
async function create(
  { client, portal, find }: Creating,
  draft: ContactDraft,
  key: string | null,
  signal: AbortSignal,
): Promise<SourceContact> {
  const properties = propertiesOf(draft);
  if (key !== null) {
    const made = (await find({ filterGroups: [{ filters: recentlyMade(properties) }] }, signal)).find((one) =>
      isSame(one, properties),
    );
    if (made) return made;
  }
  const filled = Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== ''));
  const request = { method: 'POST' as const, path: contactsPath, body: { properties: filled } };
  const { body } = await client.ask(request, contactRecord, signal).catch(asEmailConflict);
  const asked = { ...body, properties: { ...filled, ...body.properties } };
  return contactOf(portal, asked);
}

type Properties = ReturnType<typeof propertiesOf>;
const recentMs = 15 * 60_000;

const recentlyMade = (properties: Properties) => [
  { propertyName: 'createdate', operator: 'GTE', value: String(Date.now() - recentMs) },
  ...(['email', 'lastname', 'firstname', 'phone', 'mobilephone'] as const)
    .filter((name) => properties[name] !== '')
    .slice(0, 3)
    .map((name) => ({ propertyName: name, operator: 'EQ', value: properties[name] })),
];

const isSame = (one: SourceContact, wanted: Properties): boolean => {
  const there = propertiesOf(one);
  return (Object.keys(wanted) as (keyof Properties)[]).every((name) => there[name] === wanted[name]);
};

/** HubSpot keeps numbers as they were entered, and their national digits beside them. */
function numberFilters(e164: string) {
  const value = nationalDigits(e164);
  const properties = ['hs_searchable_calculated_phone_number', 'hs_searchable_calculated_mobile_number'];
  return properties.map((propertyName) => ({ filters: [{ propertyName, operator: 'EQ', value }] }));
}

/** The one thing that two contacts of a portal may not share is their address. */
function asEmailConflict(error: unknown): never {
  if (isOf(error, 'conflict')) {
    throw new IntegrationError('email_conflict', 'Another contact in HubSpot has this e-mail address', {
      cause: error,
    });
  }
  throw error;
}

const changed = () =>
  new IntegrationError('conflict', 'The contact was changed in HubSpot', { translationKey: 'conflict' });
