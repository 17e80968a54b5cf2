import { davRequest } from 'tsdav';
import { busyFor } from '../busy-for.ts';
import { AnswerTooLarge, IntegrationError, type IntegrationErrorType } from '../connector.ts';
import type { AnswerReader } from './answer-reader.ts';
import type { Border } from './border.ts';
import type { DavProps, Multistatus } from './multistatus.ts';

/** One thing that a server tells about; what it told in a form that nobody foresaw is missing. */
export interface DavItem {
  /** Absolute. */
  readonly url: URL;
  /** Of the item; 207 for the answer as a whole says nothing. */
  readonly status: number;
  readonly props: DavProps;
}

interface DavAnswer {
  /** Where the answer came from, after redirects. */
  readonly url: URL;
  readonly items: readonly DavItem[];
  /** Of a sync-collection report. */
  readonly syncToken: string | null;
}

/**
 * Speaks WebDAV (RFC 4918) with one server. Everything rejects with an `IntegrationError`; of a place that may not have name
 * and password it is `refresh`, with the key `elsewhere`.
 */
export interface Dav {
  /** Origins where name and password were taken. */
  readonly origins: ReadonlySet<string>;
  readonly border: Border;
  propfind(url: URL, props: readonly string[], depth: '0' | '1', signal: AbortSignal): Promise<DavAnswer>;
  /** A PROPFIND of depth 0 that goes on at another host where it is sent there (RFC 6764 §8), with credentials if it may. */
  look(url: URL, props: readonly string[], signal: AbortSignal): Promise<DavAnswer>;
  /** What lies in a collection, which may be much. */
  list(url: URL, props: readonly string[], signal: AbortSignal): Promise<DavAnswer>;
  /** `body`: the report in the form that tsdav writes XML from. */
  report(url: URL, body: Readonly<Record<string, unknown>>, depth: '0' | '1', signal: AbortSignal): Promise<DavAnswer>;
  /** A report of depth 0 that lists what a collection has, which may be much. */
  listing(url: URL, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<DavAnswer>;
  /** Sends a card, over the version with this etag, or with null where there must be none yet; undefined: whatever is there. */
  put(url: URL, card: string, etag: string | null | undefined, signal: AbortSignal): Promise<void>;
  delete(url: URL, etag: string | undefined, signal: AbortSignal): Promise<void>;
}

/** Names of namespaces as they are used in `props` and reports. */
export const namespaces = {
  'xmlns:d': 'DAV:',
  'xmlns:card': 'urn:ietf:params:xml:ns:carddav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
} as const;

/** Bytes of one answer, */
const mostBytes = 2 * 1024 * 1024;
/** and of a list of everything in an address book, which no server cuts into parts: about 20,000 cards. */
const mostBytesOfList = 8 * 1024 * 1024;

interface Question {
  readonly body: Readonly<Record<string, unknown>>;
  readonly depth: '0' | '1';
  readonly signal: AbortSignal;
  /** How many hosts it may be sent on to. */
  readonly otherHosts?: number;
  readonly mostBytes?: number;
}

interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** How one server is spoken to. */
export interface DavWays {
  readonly fetch: typeof globalThis.fetch;
  readonly reader: AnswerReader;
}

interface Told {
  /** Where the answer came from, after redirects. */
  readonly from: URL;
  readonly status: number;
  readonly challenge: string;
  readonly headers: Headers;
  /** Null where it is no answer of WebDAV. */
  readonly multistatus: Multistatus | null;
}

/** Of one server, with the name and password of one person, which do not go beyond the border. */
export function dav(ways: DavWays, credentials: Credentials, border: Border): Dav {
  const origins = new Set<string>();
  const basic = Buffer.from(`${credentials.user}:${credentials.password}`, 'utf8').toString('base64');
  const authorization = `Basic ${basic}`;

  const ask = async (url: URL, method: 'PROPFIND' | 'REPORT', question: Question): Promise<DavAnswer> => {
    const refused = border(url);
    if (refused) throw refused;
    const { from, status, challenge, headers, multistatus } = await exchange(
      ways,
      authorization,
      url,
      method,
      question,
    );
    const { otherHosts = 0 } = question;
    if (!multistatus && status === 401 && from.host !== url.host && otherHosts > 0) {
      return await ask(from, method, { ...question, otherHosts: otherHosts - 1 });
    }
    if (!multistatus) throw refusal(from, status, { challenge, headers });
    origins.add(url.origin);
    const items = multistatus.items.flatMap(({ href, ...told }) => {
      const found = addressOf(href, from);
      return found ? [{ url: found, ...told }] : [];
    });
    return { url: from, items, syncToken: multistatus.syncToken };
  };

  const send = async (method: 'PUT' | 'DELETE', url: URL, init: RequestInit): Promise<void> => {
    const refused = border(url);
    if (refused) throw refused;
    const headers = { ...(init.headers as Record<string, string>), authorization };
    const { ok, status, headers: told } = await ways.fetch(url, { ...init, method, headers, redirect: 'error' });
    if (!ok) throw refusal(url, status, { challenge: '', headers: told });
  };

  return {
    origins,
    border,
    propfind: (url, props, depth, signal) => ask(url, 'PROPFIND', { body: propfindOf(props), depth, signal }),
    look: (url, props, signal) => ask(url, 'PROPFIND', { body: propfindOf(props), depth: '0', signal, otherHosts: 2 }),
    list: (url, props, signal) =>
      ask(url, 'PROPFIND', { body: propfindOf(props), depth: '1', signal, mostBytes: mostBytesOfList }),
    report: (url, body, depth, signal) => ask(url, 'REPORT', { body, depth, signal }),
    listing: (url, body, signal) => ask(url, 'REPORT', { body, depth: '0', signal, mostBytes: mostBytesOfList }),
    async put(url, card, etag, signal) {
      const match = etag === undefined ? {} : etag === null ? { 'if-none-match': '*' } : { 'if-match': etag };
      await send('PUT', url, {
        body: card,
        signal,
        headers: { 'content-type': 'text/vcard; charset=utf-8', ...match },
      });
    },
    async delete(url, etag, signal) {
      await send('DELETE', url, { signal, headers: etag === undefined ? {} : { 'if-match': etag } });
    },
  };
}

/** Asks once, and reads what comes back as far as it is WebDAV; a status is no error here. */
async function exchange(
  { fetch, reader }: DavWays,
  authorization: string,
  url: URL,
  method: 'PROPFIND' | 'REPORT',
  question: Question,
): Promise<Told> {
  const { body, depth, signal, otherHosts = 0 } = question;
  let answer = new Response(null, { status: 204 });
  await davRequest({
    url: url.href,
    init: { method, namespace: 'd', headers: { authorization, depth }, body },
    fetchOptions: { signal, redirect: otherHosts > 0 ? 'follow' : 'error' },
    async fetch(input, init) {
      answer = await fetch(input, init);
      // tsdav writes the question. The answer is read elsewhere, because it would read it in this thread.
      return new Response(null, { status: answer.status });
    },
  });
  const from = new URL(answer.url);
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const { headers } = answer;
  const isXml = answer.headers.get('content-type')?.toLowerCase().includes('xml') ?? false;
  if (!answer.ok || !isXml) return { from, status: answer.status, challenge, headers, multistatus: null };
  const xml = await answer.arrayBuffer();
  if (xml.byteLength > (question.mostBytes ?? mostBytes)) throw new AnswerTooLarge(from.host);
  return { from, status: answer.status, challenge, headers, multistatus: await reader.read(xml, from.host, signal) };
}

const propfindOf = (props: readonly string[]) => ({
  propfind: { _attributes: namespaces, prop: Object.fromEntries(props.map((name) => [name, {}])) },
});

/**
 * The address that a server names in an answer from `base`; null where it is none. Servers behind a proxy that speaks TLS
 * for them often say http, and mean what we came by.
 */
export function addressOf(href: string, base: URL): URL | null {
  const url = URL.parse(href.trim(), base.href);
  if (url?.protocol === 'http:' && base.protocol === 'https:' && url.hostname === base.hostname) {
    return URL.parse(url.pathname + url.search, base.href);
  }
  return url;
}

/** What a status means, RFC 4918 §11 and RFC 9110 §15. */
const meanings: Readonly<Record<number, IntegrationErrorType>> = {
  401: 'refresh',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  412: 'conflict',
  413: 'limit',
  429: 'limit',
  507: 'limit',
};

/** Of a method that a web server does not know. A card that may not be written is answered with 403. */
const doesNotSpeakDav = new Set([405, 501]);

const keys = {
  refresh: 'signedOut',
  forbidden: 'forbidden',
  not_found: 'gone',
  conflict: 'conflict',
  limit: 'limit',
  failed: 'failed',
} as const;

type Refused = Pick<Told, 'challenge' | 'headers'>;

function refusal({ host }: URL, status: number, { challenge, headers }: Refused): IntegrationError {
  if (status === 401 && challenge !== '' && !/\bbasic\b/i.test(challenge)) {
    const detail = `${host} wants another kind of sign-in than name and password`;
    return new IntegrationError('failed', detail, { translationKey: 'failed' });
  }
  if ((status >= 200 && status < 300) || doesNotSpeakDav.has(status)) {
    return new IntegrationError('not_found', `${host} is no address book`, { translationKey: 'noAddressBook' });
  }
  const type = meanings[status] ?? 'failed';
  const translationKey = keys[type as keyof typeof keys] ?? 'failed';
  return new IntegrationError(type, `${host} answers with ${status}`, {
    translationKey,
    retryAfterSeconds: busyFor(status, headers),
  });
}
