import type { ListedBridge } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import type { CrmForm } from '../../crm/crm-side.ts';
import { type Connection, type Connector, IntegrationError, type Offer } from '../connector.ts';
import { bridgeCalls } from './calls.ts';
import { changesOf, type Listed } from './changes.ts';
import { type BridgeClient, bridgeClient } from './client.ts';
import { bridgeContacts } from './contacts.ts';
import { type DialectOf, dialectOf } from './dialect.ts';
import { NotOffered } from './errors.ts';
import { contactList, contactOf } from './records.ts';
import { refusedKeys } from './sign-outs.ts';

const settings = { key: 'key', user: 'user_name', url: 'account_url' } as const;

const offerOf = ({ slug, displayName, dialect, needs, entityTypes, writesContacts }: ListedBridge): Offer => ({
  name: `BRIDGE_${slug.toUpperCase()}`,
  displayName,
  features: [
    ...(writesContacts ? (['CONTACT_CREATE', 'CONTACT_UPDATE', 'CONTACT_DELETE'] as const) : []),
    'event-call-integration-entities-create',
    ...(dialect === 'A' ? [] : (['event-call-integration-entities-update'] as const)),
  ],
  contactAttributes: {
    FULL_NAME: 'optional',
    FIRST_NAME: 'optional',
    LAST_NAME: 'optional',
    EMAIL: 'optional',
    ORGANIZATION: 'optional',
  },
  limitations: {},
  phoneNumberLabels: ['work', 'mobile', 'home'],
  isOAuth: false,
  configurationValues: needs.map((need) => settings[need]),
  callLoggingEntityTypes: entityTypes,
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: false,
  landingPageUrl: '/help#bridge',
});

/** A bridge: a program of others that speaks to a CRM and has one of two interfaces. It may be a page away, or in the own network. */
export function bridge(fetch: typeof globalThis.fetch, listed: ListedBridge, now: () => number = Date.now): Connector {
  const offer = offerOf(listed);
  const refused = refusedKeys(now);
  const dialect = dialectOf(listed, now);
  return {
    offer,
    crm: formOf(listed, dialect),
    async connect({ url, key, origins, keepKey }, signal, heard = () => undefined) {
      if (key === null) throw new IntegrationError('refresh', 'There is no key', { translationKey: 'signedOut' });
      const isNew = origins === null;
      const locale = () => (dialect.known === 'B' ? listed.locale : listed.locale.replace('-', '_'));
      const place = { url: listed.url, locale, key, accountUrl: url, isNew, keepKey, heard };
      const client = bridgeClient(fetch, place, refused);
      if (isNew) await requireHealth(client, signal);
      const spoken = await dialect.find(client, signal);
      if (isNew) await tryKey(client, signal);
      return connection({ client, dialect: spoken, offer, now });
    },
  };
}

/** One record of a bridge holds all that a call is logged to. Tasks are known of once the dialect is. */
const formOf = ({ entityTypes }: ListedBridge, dialect: DialectOf): CrmForm => ({
  entityTypes,
  get hasTasks() {
    return dialect.known === 'B';
  },
  unitsOf: (entities) => [{ name: 'main', entities }],
});

async function requireHealth(client: BridgeClient, signal: AbortSignal): Promise<void> {
  const { status } = await client.probe('/health', signal);
  if (status >= 500)
    throw new IntegrationError('unreachable', `The bridge is not well: status ${status}`, {
      translationKey: 'unreachable',
    });
}

/** A list that is not ready comes with a key that was taken; so does one that the bridge does not have. */
async function tryKey(client: BridgeClient, signal: AbortSignal): Promise<void> {
  try {
    await listedBy(client, signal);
  } catch (error) {
    const isTaken =
      error instanceof NotOffered || (error instanceof IntegrationError && error.translationKey === 'stillCollecting');
    if (!isTaken) throw error;
  }
}

async function listedBy(client: BridgeClient, signal: AbortSignal): Promise<Listed> {
  const { body, isPending } = await client.ask({ method: 'GET', path: '/contacts' }, contactList, signal);
  return { contacts: body.map(contactOf), isPending };
}

interface Opened {
  readonly client: BridgeClient;
  readonly dialect: NonNullable<DialectOf['known']>;
  readonly offer: Offer;
  now(): number;
}

function connection({ client, dialect, offer, now }: Opened): Connection {
  let leftOut: IntegrationError | null = null;
  const list = (signal: AbortSignal) => listedBy(client, signal);
  const said = (problem: IntegrationError | null) => {
    leftOut = problem;
  };
  const contacts = bridgeContacts(client, dialect, list);
  return {
    ...contacts,
    origins: [client.origin],
    get renewedKey() {
      return client.renewedKey;
    },
    get leftOut() {
      return leftOut;
    },
    changes: (state, mirrored, signal) => changesOf({ list, said, now }, state, mirrored, signal),
    crm: bridgeCalls({ client, dialect, name: offer.name, contacts }),
  };
}
