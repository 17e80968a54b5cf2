import type { SourceContact } from '../connector.ts';
import { readVCards } from '../vcard/read-card.ts';
import { type Dav, type DavItem, namespaces } from './dav.ts';
import { type AddressBook, plainPath } from './discover.ts';

export interface CardRead {
  readonly id: string;
  /** Null where it is gone, is a list of other cards, or nobody can read it. */
  readonly contact: SourceContact | null;
}

const wanted = { 'd:getetag': {}, 'card:address-data': {} };

/**
 * Cards by their ids, in whatever order the server has (RFC 6352 §8.7). `original` is left out: cards can be large, and
 * whoever changes one asks for it anew.
 */
export async function readCards(
  dav: Dav,
  book: AddressBook,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<CardRead[]> {
  const body = {
    'card:addressbook-multiget': { _attributes: namespaces, 'd:prop': wanted, 'd:href': [...ids] },
  };
  const { items } = await dav.report(book.url, body, '1', signal);
  const asked = new Set(ids);
  return items.flatMap((item) => {
    const id = plainPath(item.url);
    if (!asked.has(id)) return [];
    const read = contactIn(book, item);
    return [{ id, contact: read && { ...read, original: null } }];
  });
}

/** One card with all that it keeps, as `original`; null where it is gone. */
export async function readCard(
  dav: Dav,
  book: AddressBook,
  id: string,
  signal: AbortSignal,
): Promise<SourceContact | null> {
  const body = { 'card:addressbook-multiget': { _attributes: namespaces, 'd:prop': wanted, 'd:href': [id] } };
  const { items } = await dav.report(book.url, body, '1', signal);
  const item = items.find(({ url }) => plainPath(url) === id);
  return item ? contactIn(book, item) : null;
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
      ...{ _attributes: namespaces, 'd:prop': wanted },
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
    ...{ externalId: plainPath(url), etag: props.getetag ?? null },
    readonly: contact.readonly || !book.isWritable,
  };
}
