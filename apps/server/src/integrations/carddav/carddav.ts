import { createHash, randomUUID } from 'node:crypto';
import {
  type Connection,
  type Connector,
  type ContactDraft,
  IntegrationError,
  type Offer,
  type SourceContact,
} from '../connector.ts';
import { fileNumberLabels } from '../vcard/number-labels.ts';
import { writeVCard } from '../vcard/write-card.ts';
import { type AnswerReader, answerReader } from './answer-reader.ts';
import { borderOf } from './border.ts';
import { findCards, readCard } from './cards.ts';
import { changesOf } from './changes.ts';
import { type Dav, dav } from './dav.ts';
import { type AddressBook, type Books, discoverBooks } from './discover.ts';

const offer: Offer = {
  name: 'CARDDAV',
  displayName: 'CardDAV',
  features: ['CONTACT_CREATE', 'CONTACT_UPDATE', 'CONTACT_DELETE'],
  contactAttributes: {
    FULL_NAME: 'optional',
    FIRST_NAME: 'optional',
    LAST_NAME: 'optional',
    ORGANIZATION: 'optional',
    EMAIL: 'optional',
  },
  limitations: { maxNumbersPerContact: null },
  phoneNumberLabels: [...fileNumberLabels],
  isOAuth: false,
  configurationValues: ['url', 'user_name', 'key'],
  callLoggingEntityTypes: [],
  isEnabled: true,
  isTestAccountOnly: false,
  isTelephonyProvider: false,
  isBuiltIn: false,
  landingPageUrl: '/help#carddav',
};

/** Address books of CardDAV servers (RFC 6352): Nextcloud, radicale, SOGo, iCloud and many others. */
export const cardDav = (fetch: typeof globalThis.fetch, reader: AnswerReader = answerReader()): Connector => ({
  offer,
  idEndingOf: (key) => `/${uidOf(key)}.vcf`,
  async connect({ url, key, origins }, signal, heard) {
    const entered = url === null ? null : URL.parse(url);
    if (!entered) throw new IntegrationError('invalid_url', 'There is no address', { translationKey: 'invalidUrl' });
    const colon = (key ?? '').indexOf(':');
    const credentials = { user: (key ?? '').slice(0, colon), password: (key ?? '').slice(colon + 1) };
    const server = dav({ fetch: heardBy(fetch, heard), reader }, credentials, borderOf(entered, origins));
    return connection(server, await discoverBooks(server, entered, signal));
  },
});

/** Tells of every answer. */
const heardBy =
  (fetch: typeof globalThis.fetch, heard: () => void = () => undefined): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    heard();
    return response;
  };

const connection = (server: Dav, all: Books): Connection => {
  const { books, leftOut } = all;
  const bookOf = (id: string): AddressBook => {
    const book = knownBookOf(all, id);
    if (book) return book;
    throw new IntegrationError('not_found', 'The address book no longer exists', { translationKey: 'gone' });
  };
  const get = async (id: string, signal: AbortSignal) => {
    const book = knownBookOf(all, id);
    return book ? await readCard(server, book, id, signal) : null;
  };
  return {
    origins: [...new Set([...server.origins, ...books.map(({ url }) => url.origin)])],
    leftOut: leftOut[0]?.why ?? null,
    changes: (state, mirrored, signal) => changesOf(server, all, state, mirrored, signal),
    get,
    ...looking(server, all),
    create: (draft, key, signal) => create({ server, books, get }, draft, key, signal),
    async update(before, draft, signal) {
      const { externalId, etag, original } = before;
      const url = new URL(externalId, bookOf(externalId).url);
      await server.put(url, writeVCard(draft, { uid: randomUUID(), original }), strong(etag), signal);
      return await readBack(get, { ...before, ...draft }, signal);
    },
    async delete({ externalId, etag }, signal) {
      await server.delete(new URL(externalId, bookOf(externalId).url), strong(etag), signal);
    },
    entities: async () => [],
  };
};

/** Finds contacts in every book. */
function looking(server: Dav, { books }: Books): Pick<Connection, 'findByNumber' | 'search'> {
  const findEverywhere = async (properties: readonly string[], text: string, signal: AbortSignal) =>
    (await Promise.all(books.map((book) => findCards(server, book, properties, text, signal)))).flat();
  return {
    async findByNumber(e164, signal) {
      // Numbers are written in many ways; their last two digits stand together in nearly all of them.
      const found = await findEverywhere(['TEL'], e164.slice(-2), signal);
      return found.filter(({ phoneNumbers }) => phoneNumbers.some(({ number }) => isSameNumber(number, e164)));
    },
    async search(query, signal) {
      const [people, companies] = await Promise.all([
        findEverywhere(['FN', 'EMAIL', 'TEL'], query, signal),
        // Radicale stumbles over values of more than one part.
        findEverywhere(['ORG'], query, signal).catch(unlessFailed),
      ]);
      return [...new Map([...people, ...companies].map((one) => [one.externalId, one])).values()];
    },
  };
}

/** Null where it is no longer there; throws where it is one that is left out. */
function knownBookOf({ books, leftOut }: Books, id: string): AddressBook | null {
  const book = books.find(({ path }) => id.slice(0, id.lastIndexOf('/') + 1) === path);
  if (book) return book;
  const without = leftOut.find(({ path }) => id.startsWith(path));
  if (without) throw without.why;
  return null;
}

interface Creating {
  readonly server: Dav;
  readonly books: Books['books'];
  readonly get: Connection['get'];
}

async function create(
  { server, books, get }: Creating,
  draft: ContactDraft,
  key: string | null,
  signal: AbortSignal,
): Promise<SourceContact> {
  const book = books.find(({ isWritable }) => isWritable);
  if (!book) throw new IntegrationError('forbidden', 'This address book is read-only', { translationKey: 'forbidden' });
  const uid = key === null ? randomUUID() : uidOf(key);
  const externalId = `${book.path}${uid}.vcf`;
  try {
    await server.put(new URL(`${uid}.vcf`, book.url), writeVCard(draft, { uid }), null, signal);
  } catch (error) {
    // Nobody else makes a card of this name: it was taken the first time, and only the answer was lost.
    const made = isConflict(error) && key !== null ? await get(externalId, signal) : null;
    if (made) return made;
    throw error;
  }
  return await readBack(get, { ...draft, externalId }, signal);
}

/**
 * What the server made of it. It is written already, so that trouble in reading does not say otherwise: what was sent
 * counts then, without a version, until the next look at what changed.
 */
async function readBack(get: Connection['get'], sent: Sent, signal: AbortSignal): Promise<SourceContact> {
  const contact = await get(sent.externalId, signal).catch((error: unknown) => {
    if (error instanceof IntegrationError || error === signal.reason) return asSent(sent);
    throw error;
  });
  if (contact) return contact;
  throw new IntegrationError('failed', 'The server took the contact and has it not', { translationKey: 'failed' });
}

type Sent = ContactDraft & Pick<SourceContact, 'externalId'> & Partial<SourceContact>;

const asSent = (sent: Sent): SourceContact => ({
  avatarUrl: null,
  contactUrl: null,
  readonly: false,
  relatesTo: [],
  ...sent,
  etag: null,
  original: null,
});

/** Always the same for the same key. */
const uidOf = (key: string): string =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

const isConflict = (error: unknown): boolean => error instanceof IntegrationError && error.type === 'conflict';

const unlessFailed = (error: unknown): SourceContact[] => {
  if (error instanceof IntegrationError && error.type === 'failed') return [];
  throw error;
};

/** Only a strong etag can be a condition (RFC 9110 §13.1.1). */
const strong = (etag: string | null): string | undefined => (etag?.startsWith('"') ? etag : undefined);

/** Whether a number as someone wrote it can be this one: in full, or with a trunk prefix in place of the country. */
function isSameNumber(written: string, e164: string): boolean {
  const digits = written.replace(/\D/g, '');
  const wanted = e164.slice(1);
  if (/^\s*(\+|00)/.test(written)) return digits.replace(/^00/, '') === wanted;
  const local = digits.replace(/^0+/, '');
  return local.length >= 6 && wanted.endsWith(local);
}
