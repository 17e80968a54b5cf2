import {
  AnswerTooLarge,
  type Connection,
  type Connector,
  IntegrationError,
  type Mirrored,
  type Offer,
  type Portion,
  type SourceContact,
} from '../connector.ts';
import { type SipgateClient, sipgateClient } from './client.ts';
import { contactOf, contactsPage, isForEveryone } from './records.ts';

const offer: Offer = {
  name: 'SIPGATE',
  displayName: 'sipgate',
  features: [],
  contactAttributes: {},
  limitations: {},
  phoneNumberLabels: [],
  isOAuth: false,
  configurationValues: ['user_name', 'key'],
  callLoggingEntityTypes: [],
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: true,
  isBuiltIn: false,
  landingPageUrl: '/help#sipgate',
};

/** The shared contacts of a sipgate account, by a token and its id. It takes no changes. `api`: where sipgate answers. */
export const sipgate = (fetch: typeof globalThis.fetch, api: string): Connector => ({
  offer,
  async connect({ key }, signal, heard) {
    if (key === null) throw new IntegrationError('refresh', 'There is no key', { translationKey: 'signedOut' });
    const client = sipgateClient(fetch, { api, key }, heard);
    await client.get(path, { limit: '1' }, contactsPage, signal);
    return connection(client);
  },
});

const path = '/v2/contacts';
/** Pages have pictures in them, and become smaller where they are too large. */
const listedAtOnce = 500;
const leastAtOnce = 8;
const mostContacts = 200_000;
const mostFound = 20;

function connection(client: SipgateClient): Connection {
  const all = async (signal: AbortSignal): Promise<SourceContact[]> => {
    const found: SourceContact[] = [];
    for await (const { contacts } of pagesOf(client, signal)) found.push(...contacts);
    return found;
  };
  const refuse = async (): Promise<never> => {
    throw new IntegrationError('forbidden', 'Contacts of sipgate are changed there', {
      translationKey: 'forbidden',
      provablyNotTaken: true,
    });
  };
  return {
    origins: [client.origin],
    leftOut: null,
    changes: (_state, mirrored, signal) => changesOf(client, mirrored, signal),
    get: async (id, signal) => (await all(signal)).find(({ externalId }) => externalId === id) ?? null,
    async findByNumber(e164, signal) {
      const { items } = await client.get(path, { phonenumbers: e164, limit: `${mostFound}` }, contactsPage, signal);
      return items.filter(isForEveryone).map(contactOf);
    },
    async search(query, signal) {
      const words = query.toLowerCase();
      const fits = ({ name, organization, email }: SourceContact) =>
        [name, organization, email].some((one) => one?.toLowerCase().includes(words));
      return (await all(signal)).filter(fits).slice(0, mostFound);
    },
    create: refuse,
    update: refuse,
    delete: refuse,
    entities: async () => [],
  };
}

/**
 * See `Connection.changes`. All are listed each time, since nothing says what changed. Nobody is gone by a list whose pages moved
 * because someone changed contacts meanwhile.
 */
async function* changesOf(client: SipgateClient, mirrored: Mirrored, signal: AbortSignal): AsyncGenerator<Portion> {
  const known = await mirrored();
  const listed = new Set<string>();
  let hasMoved = false;
  for await (const page of pagesOf(client, signal)) {
    hasMoved ||= page.hasMoved;
    for (const { externalId } of page.contacts) listed.add(externalId);
    const written = page.contacts.filter(({ externalId, etag }) => known.get(externalId) !== etag);
    yield { written, gone: [], state: null, total: null };
  }
  const gone = hasMoved ? [] : [...known.keys()].filter((id) => !listed.has(id));
  yield { written: [], gone, state: null, total: null };
}

interface Page {
  readonly contacts: readonly SourceContact[];
  /** It does not begin where the one before ended. */
  readonly hasMoved: boolean;
}

/** Each page begins with the last contact of the one before, which tells whether anything moved between them. */
async function* pagesOf(client: SipgateClient, signal: AbortSignal): AsyncGenerator<Page> {
  let limit = listedAtOnce;
  let last: string | null = null;
  for (let offset = 0; offset < mostContacts; ) {
    const query = { limit: `${limit}`, offset: `${offset}` };
    const page = await client.get(path, query, contactsPage, signal).catch(unlessTooLarge(limit));
    if (page === null) {
      limit = Math.max(leastAtOnce, Math.floor(limit / 4));
      continue;
    }
    const { items, totalCount } = page;
    const isSameHead: boolean = last === null || items[0]?.id === last;
    const fresh = isSameHead && last !== null ? items.slice(1) : items;
    yield { contacts: fresh.filter(isForEveryone).map(contactOf), hasMoved: !isSameHead };
    const end: number = offset + items.length;
    if (items.length < 2 || end >= totalCount) return;
    last = items.at(-1)?.id ?? null;
    offset = end - 1;
  }
}

/** Null for a page that may be smaller. */
const unlessTooLarge =
  (limit: number) =>
  (error: unknown): null => {
    if (error instanceof AnswerTooLarge && limit > leastAtOnce) return null;
    throw error;
  };
