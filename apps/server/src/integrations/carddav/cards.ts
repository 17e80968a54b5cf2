import { AnswerTooLarge, IntegrationError, type SourceContact } from '../connector.ts';
import { readVCards } from '../vcard/read-card.ts';
import { type Dav, type DavItem, namespaces } from './dav.ts';
import { type AddressBook, plainPath } from './discover.ts';

export interface CardRead {
  readonly id: string;
  /** Null where it is gone, is a list of other cards, or nobody can read it. */
  readonly contact: SourceContact | null;
}

interface CardsRead {
  readonly cards: readonly CardRead[];
  /** Why some are missing: what is known of them stays as it is. Null where none is. */
  readonly trouble: IntegrationError | null;
}

const wanted = { 'd:getetag': {}, 'card:address-data': {} };

/**
 * Cards by their ids, in whatever order the server has (RFC 6352 §8.7). `original` is left out: cards can be large, and
 * a change of one asks for it again. Where they are too large together, they are asked for in smaller portions.
 */
export async function readCards(
  dav: Dav,
  book: AddressBook,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<CardsRead> {
  const items = await itemsOf(dav, book, ids, signal).catch(unlessTooLarge);
  if (items instanceof AnswerTooLarge) {
    if (ids.length === 1) return { cards: [], trouble: items };
    const half = Math.ceil(ids.length / 2);
    const first = await readCards(dav, book, ids.slice(0, half), signal);
    const second = await readCards(dav, book, ids.slice(half), signal);
    return { cards: [...first.cards, ...second.cards], trouble: first.trouble ?? second.trouble };
  }
  const cards = ids.flatMap((id) => {
    const item = items.get(id);
    if (!isAnswered(item)) return [];
    const read = contactIn(book, item);
    return [{ id, contact: read && { ...read, original: null } }];
  });
  return { cards, trouble: cards.length < ids.length ? withheld(book) : null };
}

const unlessTooLarge = (error: unknown): AnswerTooLarge => {
  if (error instanceof AnswerTooLarge) return error;
  throw error;
};

/** What a server says of cards, by their ids. */
async function itemsOf(
  dav: Dav,
  book: AddressBook,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DavItem>> {
  const body = {
    'card:addressbook-multiget': { _attributes: namespaces, 'd:prop': wanted, 'd:href': [...ids] },
  };
  const { items } = await dav.report(book.url, body, '1', signal);
  return new Map(items.map((item) => [plainPath(item.url), item]));
}

/** Whether a server says what a card is, or that it is gone; anything else may be otherwise the next time. */
const isAnswered = (item: DavItem | undefined): item is DavItem =>
  item !== undefined && (isGone(item) || (item.status < 300 && Boolean(item.props.addressData)));

const isGone = ({ status }: DavItem): boolean => status === 404 || status === 410;

const withheld = ({ url }: AddressBook) =>
  new IntegrationError('failed', `${url.host} does not give every contact that it lists`, { translationKey: 'failed' });

/** One card with all that it keeps, as `original`; null where it is gone. Rejects where the server does not say. */
export async function readCard(
  dav: Dav,
  book: AddressBook,
  id: string,
  signal: AbortSignal,
): Promise<SourceContact | null> {
  const item = (await itemsOf(dav, book, [id], signal)).get(id);
  if (!isAnswered(item)) throw withheld(book);
  return contactIn(book, item);
}

/** Cards that a filter finds (RFC 6352 §8.6): those with one of these properties holding the text. */
export async function findCards(
  dav: Dav,
  book: AddressBook,
  properties: readonly string[],
  text: string,
  signal: AbortSignal,
): Promise<SourceContact[]> {
  const match = { _attributes: { collation: 'i;unicode-casemap', 'match-type': 'contains' }, _text: text };
  const filters = properties.map((name) => ({ _attributes: { name }, 'card:text-match': match }));
  const body = {
    'card:addressbook-query': {
      _attributes: namespaces,
      'd:prop': wanted,
      'card:filter': { _attributes: { test: 'anyof' }, 'card:prop-filter': filters },
    },
  };
  const { items } = await dav.report(book.url, body, '1', signal);
  return items.flatMap((item) => contactIn(book, item) ?? []);
}

function contactIn(book: AddressBook, { url, status, props }: DavItem): SourceContact | null {
  if (status >= 300 || !props.addressData) return null;
  const card = readVCards(props.addressData)[0]?.contact;
  if (!card || card.isGroup) return null;
  const { uid: _uid, isGroup: _isGroup, ...contact } = card;
  return {
    ...contact,
    externalId: plainPath(url),
    etag: props.getetag ?? null,
    readonly: contact.readonly || !book.isWritable,
  };
}
