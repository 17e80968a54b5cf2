import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isCertificateFault } from '../network/certificate-faults.ts';
import type { PrivateHosts } from '../network/private-hosts.ts';
import { ReachError } from './reach-error.ts';

/** What one request may take. */
export interface ReachLimits {
  /** Milliseconds with all its redirects. */
  readonly withinMs: number;
  /** Bytes of its answer. */
  readonly mostBytes: number;
}

/** What rooms reach other hosts by. */
export interface Reach {
  /**
   * As the web's `fetch`, except: the server's own network is out of reach unless its operator named the host, looked at
   * after every name was resolved and with every redirect; without TLS only such hosts are spoken to; a redirect keeps
   * method and body, and takes headers that could hold a key along within one host only; with `redirect: 'error'` it leads to no other host at
   * all. A body is text or bytes. Rejects with a `ReachError`, or with the reason of `init.signal`.
   */
  readonly fetch: typeof fetch;
  /** The same with other limits. */
  within(limits: Partial<ReachLimits>): typeof fetch;
  /** Closes connections that are kept open. */
  close(): void;
}

const usual: ReachLimits = { withinMs: 60_000, mostBytes: 8 * 1024 * 1024 };
const mostRedirects = 5;
const redirects = new Set([301, 302, 307, 308]);
const bodiless = new Set([204, 205, 304]);
/** Headers that say nothing but how a request is meant. Every service has another name for those that hold its key. */
const harmless = new Set([
  'accept',
  'accept-language',
  'content-type',
  'depth',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'prefer',
  'range',
]);

interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** A redirect to another host is an error. */
  readonly stays: boolean;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Called before the first byte of the request can leave. */
  sent(): void;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Opens a way to other hosts; `limits` hold for every request that names none of its own. */
export function openReach(hosts: PrivateHosts, limits: Partial<ReachLimits> = {}): Reach {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 8, lookup: guardedLookup(hosts, 'http:') }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 8, lookup: guardedLookup(hosts, 'https:') }),
  };

  const follow = async (url: URL, asked: Asked, left: number): Promise<Response> => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ReachError('notWeb', url.hostname);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Node looks nothing up where the address is there already.
    const refused = isIP(host) === 0 ? null : refusalOf(hosts, url.protocol, host, host);
    if (refused) throw refused;
    const { status, headers, body } = await exchange(url, asked, agents[url.protocol]);
    const location = redirects.has(status) ? headers.get('location') : null;
    if (location === null) return responseOf(url, { status, headers, body });
    if (left === 0) throw new ReachError('loop', url.host);
    const next = URL.parse(location, url.href);
    if (!next) throw new ReachError('notWeb', url.hostname);
    if (url.protocol === 'https:' && next.protocol === 'http:') throw new ReachError('insecure', next.hostname);
    const keeps = next.hostname === url.hostname && (next.port === url.port || next.protocol !== url.protocol);
    if (!keeps && asked.stays) throw new ReachError('movedAway', url.host);
    return await follow(next, { ...asked, headers: keeps ? asked.headers : harmlessOf(asked.headers) }, left - 1);
  };

  const within = (own: Partial<ReachLimits>): typeof fetch => {
    const { withinMs, mostBytes } = { ...usual, ...limits, ...own };
    return async (input, init = {}) => {
      const given = init.signal ?? undefined;
      const late = AbortSignal.timeout(withinMs);
      const signal = given ? AbortSignal.any([given, late]) : late;
      const url = URL.parse(input instanceof Request ? input.url : String(input));
      if (!url) throw new ReachError('notWeb', '');
      const headers = Object.fromEntries(new Headers(init.headers));
      const body = bodyOf(init.body);
      const stays = init.redirect === 'error';
      let isSent = false;
      const sent = () => {
        isSent = true;
      };
      try {
        return await follow(
          url,
          { method: init.method ?? 'GET', headers, body, signal, stays, mostBytes, sent },
          mostRedirects,
        );
      } catch (error) {
        if (given?.aborted) throw given.reason;
        throw asReachError(error, { hostname: url.hostname, isLate: late.aborted, isSent });
      }
    };
  };

  return {
    fetch: within({}),
    within,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function responseOf(url: URL, { status, headers, body }: Answered): Response {
  const response = new Response(bodiless.has(status) ? null : new Uint8Array(body), { status, headers });
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}

function bodyOf(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof URLSearchParams) return String(body);
  throw new TypeError('a body that is sent elsewhere is text or bytes');
}

/** One request and its whole answer. */
function exchange(url: URL, asked: Asked, agent: http.Agent): Promise<Answered> {
  const { method, headers, body, signal, mostBytes } = asked;
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const speak = url.protocol === 'https:' ? https.request : http.request;
    const request = speak(
      url,
      { method, headers: { ...sent, 'user-agent': 'Sidetone' }, agent, signal },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= mostBytes) {
            chunks.push(chunk);
            return;
          }
          reject(new ReachError('tooLarge', url.host, String(response.statusCode ?? '')));
          request.destroy();
        });
        response.once('error', reject);
        response.once('end', () => {
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 599) reject(new ReachError('oddStatus', url.host, String(status)));
          else resolve({ status, headers: headersOf(response), body: Buffer.concat(chunks) });
        });
      },
    );
    request.once('error', reject);
    request.once('socket', (socket) => {
      // A connection that is kept open may take it at once; a new one takes it when it is made, and its certificate trusted.
      if (request.reusedSocket || !socket.connecting) asked.sent();
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', asked.sent);
    });
    request.end(body);
  });
}

function headersOf(response: http.IncomingMessage): Headers {
  const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Headers(pairs);
}

/** Resolves a name, and gives only addresses that may be reached. */
const guardedLookup =
  (hosts: PrivateHosts, protocol: string): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) {
        callback(error, '');
        return;
      }
      const open = found.filter(({ address }) => refusalOf(hosts, protocol, hostname, address) === null);
      const [first] = open;
      const reason = found[0] ? refusalOf(hosts, protocol, hostname, found[0].address) : null;
      if (!first) callback(reason ?? new Error(`${hostname} has no address`), '');
      else if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };

/** Why this address of a host may not be spoken to; null where it may. Never tells the address. */
function refusalOf(hosts: PrivateHosts, protocol: string, hostname: string, address: string): ReachError | null {
  if (hosts.isNamed(hostname, address)) return null;
  if (!hosts.isPublic(address)) return new ReachError('privateHost', hostname);
  return protocol === 'https:' ? null : new ReachError('insecure', hostname);
}

const harmlessOf = (headers: Asked['headers']): Asked['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())));

interface Failed {
  readonly hostname: string;
  readonly isLate: boolean;
  readonly isSent: boolean;
}

function asReachError(error: unknown, { hostname, isLate, isSent }: Failed): ReachError {
  if (error instanceof ReachError) {
    const { code, host, detail, cause } = error;
    return isSent ? error : new ReachError(code, host, detail, { cause, isSent });
  }
  const options = { cause: error, isSent };
  if (isLate) return new ReachError('timedOut', hostname, '', options);
  const { code = '' } = (error ?? {}) as { code?: string };
  return new ReachError(isCertificateFault(code) ? 'certificate' : 'unreachable', hostname, code, options);
}
