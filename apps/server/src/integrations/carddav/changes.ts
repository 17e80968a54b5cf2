import { z } from 'zod';
import { IntegrationError, type Mirrored, type Portion } from '../connector.ts';
import { type CardRead, readCards } from './cards.ts';
import type { Dav, DavItem } from './dav.ts';
import { type AddressBook, type Books, plainPath } from './discover.ts';

/** Of each address book by its path: what it was when everything of it was mirrored. */
const syncState = z.record(z.string(), z.object({ version: z.string().nullable() })).catch({});
type SyncState = z.infer<typeof syncState>;

/** Cards asked for at once; some servers take no more. */
const cardsAtOnce = 100;
/** Answers that servers may cut a list of changes into. */
const mostParts = 10_000;
const longestId = 1000;

/** What is in an address book, or what became of it since. */
interface Listing {
  readonly book: AddressBook;
  readonly isWhole: boolean;
  /** Id → etag. */
  readonly there: ReadonlyMap<string, string | null>;
  readonly gone: readonly string[];
  readonly version: string | null;
}

/**
 * See `Connection.changes`. Which cards are fetched is told by what is mirrored, so it goes on wherever it was cut off. Of a
 * book that does not give all its cards everything else comes; it is looked through again the next time. Of what is left
 * out nothing comes, and nothing goes.
 */
export async function* changesOf(
  dav: Dav,
  { books, leftOut }: Books,
  given: unknown,
  mirrored: Mirrored,
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  const before = syncState.parse(given ?? {});
  const listings: Listing[] = [];
  for (const book of books) {
    const listing = await listingOf(dav, book, before[book.path]?.version ?? null, signal);
    if (listing) listings.push(listing);
  }
  const isWhole = listings.length === books.length && listings.every((listing) => listing.isWhole);
  const total = isWhole ? listings.reduce((sum, { there }) => sum + there.size, 0) : null;

  const paths = new Set(books.map(({ path }) => path));
  const stays = (path: string) => paths.has(path) || leftOut.some((one) => path.startsWith(one.path));
  let state: SyncState = Object.fromEntries(Object.entries(before).filter(([path]) => stays(path)));
  if (Object.keys(state).length < Object.keys(before).length) {
    const known = await mirrored();
    yield { written: [], gone: [...known.keys()].filter((id) => !stays(pathOf(id))), state, total };
  }
  let trouble: IntegrationError | null = null;
  for (const listing of listings) {
    let missing: IntegrationError | null = null;
    const { book } = listing;
    const { wanted, gone } = await differences(listing, mirrored);
    for (let from = 0; from < wanted.length; from += cardsAtOnce) {
      const read = await readCards(dav, book, wanted.slice(from, from + cardsAtOnce), signal);
      missing ??= read.trouble;
      yield { ...portionOf(read.cards), state, total };
    }
    if (missing === null) state = { ...state, [book.path]: { version: listing.version } };
    trouble ??= missing;
    yield { written: [], gone, state, total };
  }
  if (trouble !== null) throw trouble;
}

/** Cards that nobody calls, such as groups, are none here. */
const portionOf = (read: readonly CardRead[]) => ({
  written: read.flatMap(({ contact }) => contact ?? []),
  gone: read.flatMap(({ id, contact }) => (contact ? [] : [id])),
});

async function differences(listing: Listing, mirrored: Mirrored): Promise<{ wanted: string[]; gone: string[] }> {
  const { book, isWhole, there, gone } = listing;
  const known = await mirrored(isWhole ? undefined : [...there.keys()]);
  const wanted = [...there].filter(([id, etag]) => etag === null || known.get(id) !== etag).map(([id]) => id);
  if (!isWhole) return { wanted, gone: [...gone] };
  return { wanted, gone: [...known.keys()].filter((id) => pathOf(id) === book.path && !there.has(id)) };
}

/** Null where nothing has changed. */
async function listingOf(
  dav: Dav,
  book: AddressBook,
  version: string | null,
  signal: AbortSignal,
): Promise<Listing | null> {
  const now = await versionOf(dav, book, signal);
  if (now !== null && now === version) return null;
  if (!book.canSync) return await wholeListing(dav, book, now, signal);
  if (version !== null) {
    const changed = await changesSince(dav, book, version, signal).catch(unlessRefused);
    if (changed) return changed;
  }
  // Without a token everything is told (RFC 6578 §3.4), if the server takes that.
  return (
    (await changesSince(dav, book, null, signal).catch(unlessRefused)) ?? (await wholeListing(dav, book, now, signal))
  );
}

/** A token that the server has forgotten, or a report that it does not know after all: there is another way. */
const unlessRefused = (error: unknown): null => {
  const other = ['forbidden', 'conflict', 'failed', 'not_found', 'limit'];
  if (error instanceof IntegrationError && other.includes(error.type)) return null;
  throw error;
};

async function versionOf(dav: Dav, book: AddressBook, signal: AbortSignal): Promise<string | null> {
  const { items } = await dav.propfind(book.url, ['d:sync-token', 'cs:getctag'], '0', signal);
  const props = items[0]?.props;
  return (book.canSync ? props?.syncToken : props?.getctag) ?? null;
}

/** What a list of changes says of a card, or that it is not all yet (RFC 6578 §3.6). */
async function changesSince(
  dav: Dav,
  book: AddressBook,
  version: string | null,
  signal: AbortSignal,
): Promise<Listing | null> {
  const there = new Map<string, string | null>();
  const gone = new Set<string>();
  let token = version ?? '';
  for (let part = 0; part < mostParts; part += 1) {
    const body = {
      'd:sync-collection': {
        _attributes: { 'xmlns:d': 'DAV:' },
        'd:sync-token': token,
        'd:sync-level': '1',
        'd:prop': { 'd:getetag': {}, 'd:resourcetype': {} },
      },
    };
    const { items, syncToken } = await dav.listing(book.url, body, signal);
    for (const item of items) {
      const id = idIn(book, item);
      if (id === null) continue;
      if (item.status === 404) {
        there.delete(id);
        gone.add(id);
      } else {
        there.set(id, item.props.getetag ?? null);
        gone.delete(id);
      }
    }
    if (syncToken === null) return null;
    const isCut = items.some(({ url, status }) => status === 507 && plainPath(url) === book.path);
    if (!isCut) return { book, isWhole: version === null, there, gone: [...gone], version: syncToken };
    if (syncToken === token) return null;
    token = syncToken;
  }
  return null;
}

async function wholeListing(
  dav: Dav,
  book: AddressBook,
  version: string | null,
  signal: AbortSignal,
): Promise<Listing> {
  const { items } = await dav.list(book.url, ['d:getetag', 'd:resourcetype'], signal);
  const there = new Map<string, string | null>();
  for (const item of items) {
    const id = idIn(book, item);
    if (id !== null && item.status < 300) there.set(id, item.props.getetag ?? null);
  }
  return { book, isWhole: true, there, gone: [], version };
}

/** The id of a card of this book: its path. Null for what is no card, such as the book itself. */
function idIn(book: AddressBook, { url, props }: DavItem): string | null {
  const id = plainPath(url);
  const isCard = pathOf(id) === book.path && id !== book.path && Object.keys(props.resourcetype ?? {}).length === 0;
  return isCard && id.length <= longestId ? id : null;
}

/** The path of the book that a card lies in. */
const pathOf = (id: string): string => id.slice(0, id.lastIndexOf('/') + 1);
