import { IntegrationError } from '../connector.ts';
import { isElsewhere, withoutKey } from './border.ts';
import { addressOf, type Dav, type DavItem } from './dav.ts';

/** An address book of someone's account. */
export interface AddressBook {
  /** Ends in a slash. */
  readonly url: URL;
  /** What ids of its contacts begin with: the path of the URL. */
  readonly path: string;
  readonly name: string;
  readonly isWritable: boolean;
  /** Whether it can tell what changed (RFC 6578). */
  readonly canSync: boolean;
}

/** What a source names beyond the border of the key: an address book, or a home of them. */
interface LeftOut {
  /** What paths of its address books begin with. */
  readonly path: string;
  readonly why: IntegrationError;
}

export interface Books {
  readonly books: readonly AddressBook[];
  readonly leftOut: readonly LeftOut[];
}

const asked = [
  'd:resourcetype',
  'd:displayname',
  'd:current-user-principal',
  'd:supported-report-set',
  'd:current-user-privilege-set',
  'card:addressbook-home-set',
];

/**
 * The address books behind what someone entered: a host (RFC 6764 §6), an address book itself, or someone's principal
 * or home. Rejects with an `IntegrationError`: `refresh` where name or password are wrong, or the place leads to where they
 * may not go; `not_found` where there is none.
 */
export async function discoverBooks(dav: Dav, entered: URL, signal: AbortSignal): Promise<Books> {
  const wellKnown = new URL('/.well-known/carddav', entered);
  const places = /^\/?$/.test(entered.pathname) ? [wellKnown, entered] : [entered, wellKnown];
  let reason: unknown;
  for (const place of places) {
    try {
      const { books, leftOut } = await booksAt(dav, place, signal);
      if (books.length > 0 && place === wellKnown && places[0] === entered && isMisspelt(entered, books)) continue;
      if (books.length > 0) return { books, leftOut };
      const [first] = leftOut;
      if (first) throw first.why;
    } catch (error) {
      if (!(error instanceof IntegrationError)) throw error;
      if (!mayStandElsewhere.has(error.type) && !isElsewhere(error)) throw error;
      // What belongs to someone else is not replaced by something that nobody asked for.
      if (error.type === 'forbidden' && place === entered && place === places[0]) throw error;
      if (reason === undefined || saysMore(error, reason, place === entered)) reason = error;
    }
  }
  if (reason instanceof IntegrationError && !saysNothingThere.has(reason.type)) throw reason;
  throw new IntegrationError('not_found', `There is no address book at ${entered.host}${entered.pathname}`, {
    translationKey: 'noAddressBook',
    cause: reason,
  });
}

/**
 * Whether someone named one address book that is not there: it would lie where others of theirs lie, and they asked for none
 * of those.
 */
function isMisspelt(entered: URL, books: readonly AddressBook[]): boolean {
  const path = plainPath(entered).replace(/\/*$/, '/');
  const depth = path.split('/').length;
  return books.some((book) => {
    const home = book.path.replace(/[^/]+\/$/, '');
    return book.path.split('/').length === depth || (path.startsWith(home) && path.length > home.length);
  });
}

/** A place that answers so is not the one, or not the whole truth. A wrong password is wrong everywhere. */
const mayStandElsewhere = new Set<IntegrationError['type']>(['not_found', 'forbidden', 'failed', 'conflict', 'limit']);

/**
 * Of two places, what was entered says more than what we guessed, unless that led to where nobody may go. That ends the
 * connection for everyone, so trouble that may pass says more than it: next time the place may lead to where it did.
 */
function saysMore(error: IntegrationError, before: unknown, isEntered: boolean): boolean {
  if (isElsewhere(before)) return mayPass(error);
  return isEntered && !(isElsewhere(error) && mayPass(before));
}

const mayPass = (error: unknown): boolean =>
  error instanceof IntegrationError && (error.type === 'failed' || error.type === 'limit');

/** Other answers are told as they are. */
const saysNothingThere = new Set<IntegrationError['type']>(['not_found', 'conflict']);

async function booksAt(dav: Dav, place: URL, signal: AbortSignal): Promise<Books> {
  const here = await lookAt(dav, place, signal);
  if (!here) return { books: [], leftOut: [] };
  if (isBook(here)) return withinBorder(dav, [bookOf(here)]);
  const homes = new Map((await homesOf(dav, here, signal)).map((url) => [url.href, { url }]));
  const { open, leftOut } = split(dav, homes.values());
  const [first] = open.length === 0 ? leftOut : [];
  // All of it lies at another place: that is where this one leads.
  if (first) throw first.why;
  const found = await Promise.all(open.map(({ url }) => booksWithin(dav, url, signal)));
  const books = new Map(found.flat().map((book) => [book.url.href, book]));
  const isAll = books.size > 0 || homes.has(here.url.href);
  const all = isAll ? [...books.values()] : await booksWithin(dav, here.url, signal);
  const within = withinBorder(dav, all);
  return { books: within.books, leftOut: [...leftOut.map(named), ...within.leftOut] };
}

/** What lies where the key may go, and the rest. */
function split<T extends { readonly url: URL }>(dav: Dav, all: Iterable<T>) {
  const open: T[] = [];
  const leftOut: LeftOut[] = [];
  for (const one of all) {
    const why = dav.border(one.url);
    if (why) leftOut.push({ path: plainPath(one.url), why });
    else open.push(one);
  }
  return { open, leftOut };
}

function withinBorder(dav: Dav, books: readonly AddressBook[]): Books {
  const { open, leftOut } = split(dav, books);
  return { books: open, leftOut: leftOut.map(named) };
}

/** One address in an answer is no reason for everything else to end. */
const named = ({ path, why }: LeftOut): LeftOut => ({ path, why: withoutKey(why) });

async function lookAt(dav: Dav, place: URL, signal: AbortSignal): Promise<DavItem | null> {
  const { url: from, items } = await dav.look(place, asked, signal);
  const here = items.find(({ url }) => samePath(url, from));
  // Behind a proxy it may name itself by another host, and is what was asked all the same.
  return here ? { ...here, url: from } : (items[0] ?? null);
}

/** Where someone's address books lie (RFC 6352 §7.1.1), asked of their principal (RFC 5397) if need be. */
async function homesOf(dav: Dav, here: DavItem, signal: AbortSignal): Promise<URL[]> {
  const own = hrefs(here, here.props.addressbookHomeSet);
  if (own.length > 0) return own;
  const [principal] = hrefs(here, here.props.currentUserPrincipal);
  if (principal === undefined || samePath(principal, here.url)) return [];
  const there = await lookAt(dav, principal, signal);
  return there ? hrefs(there, there.props.addressbookHomeSet) : [];
}

async function booksWithin(dav: Dav, home: URL, signal: AbortSignal): Promise<AddressBook[]> {
  const answer = await dav.propfind(home, asked, '1', signal);
  return answer.items.filter(isBook).map(bookOf);
}

const isBook = ({ props }: DavItem): boolean => Object.hasOwn(props.resourcetype ?? {}, 'addressbook');

const writing = ['all', 'write', 'writeContent', 'bind'];

function bookOf({ url: found, props }: DavItem): AddressBook {
  const url = new URL(found);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  const privileges = props.currentUserPrivilegeSet?.privilege?.flatMap((one) => Object.keys(one));
  const reports = props.supportedReportSet?.supportedReport?.flatMap(({ report }) => Object.keys(report)) ?? [];
  return {
    url,
    path: plainPath(url),
    name: props.displayname ?? '',
    // Who says nothing about it finds out by trying.
    isWritable: privileges === undefined || privileges.some((one) => writing.includes(one)),
    canSync: reports.includes('syncCollection'),
  };
}

const hrefs = (item: DavItem, prop: { href?: string[] | null | undefined } | null | undefined): URL[] =>
  (prop?.href ?? []).flatMap((one) => addressOf(one, item.url) ?? []);

const samePath = (a: URL, b: URL): boolean => plainPath(a).replace(/\/$/, '') === plainPath(b).replace(/\/$/, '');

/** The path with every character written in one way, since servers escape more or less in one answer than in the next. */
export function plainPath({ pathname }: URL): string {
  return pathname
    .split('/')
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/');
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
};
