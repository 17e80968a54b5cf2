import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { PrivateHosts } from '../network/private-hosts.ts';
import { AnswerTooLarge, IntegrationError } from './connector.ts';

/** What integrations reach other hosts by. */
export interface GuardedFetch {
  /**
   * As the web's `fetch`, except: the server's own network is out of reach unless its operator named the host, looked at
   * after every name was resolved and with every redirect; without TLS only such hosts are spoken to; a redirect keeps
   * method and body, and takes credentials along within one host only; with `redirect: 'error'` it leads to no other host at
   * all, and is an error of type `not_found` where it would. Rejects with an `IntegrationError`, or with the
   * reason of `init.signal`.
   */
  readonly fetch: typeof fetch;
  /** Closes connections that are kept open. */
  close(): void;
}

const answerWithinMs = 60_000;
const mostRedirects = 5;
/** Of one answer, whatever it is; who asks may take less. */
const mostBytes = 8 * 1024 * 1024;
const redirects = new Set([301, 302, 307, 308]);
const bodiless = new Set([204, 205, 304]);

interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** A redirect to another host is an error. */
  readonly stays: boolean;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** `withinMs`: how long one request may take with all its redirects. */
export function guardedFetch(hosts: PrivateHosts, withinMs = answerWithinMs): GuardedFetch {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 8, lookup: guardedLookup(hosts, 'http:') }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 8, lookup: guardedLookup(hosts, 'https:') }),
  };

  const follow = async (url: URL, asked: Asked, left: number): Promise<Response> => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw notOfTheWeb(url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Node looks nothing up where the address is there already.
    const refused = isIP(host) === 0 ? null : refusalOf(hosts, url.protocol, host, host);
    if (refused) throw refused;
    const { status, headers, body } = await exchange(url, asked, agents[url.protocol]);
    const location = redirects.has(status) ? headers.get('location') : null;
    if (location === null) {
      const response = new Response(bodiless.has(status) ? null : new Uint8Array(body), { status, headers });
      Object.defineProperty(response, 'url', { value: url.href });
      return response;
    }
    if (left === 0)
      throw new IntegrationError('failed', `${url.host} redirects in a loop`, { translationKey: 'failed' });
    const next = URL.parse(location, url.href);
    if (!next) throw notOfTheWeb(url);
    if (url.protocol === 'https:' && next.protocol === 'http:') throw insecure(next.hostname);
    const keeps = next.hostname === url.hostname && (next.port === url.port || next.protocol !== url.protocol);
    if (!keeps && asked.stays) throw movedAway(url);
    return await follow(
      next,
      { ...asked, headers: keeps ? asked.headers : withoutCredentials(asked.headers) },
      left - 1,
    );
  };

  return {
    async fetch(input, init = {}) {
      const given = init.signal ?? undefined;
      const late = AbortSignal.timeout(withinMs);
      const signal = given ? AbortSignal.any([given, late]) : late;
      const url = URL.parse(input instanceof Request ? input.url : String(input));
      if (!url)
        throw new IntegrationError('invalid_url', 'This is not a web address', { translationKey: 'invalidUrl' });
      const headers = Object.fromEntries(new Headers(init.headers));
      const body = init.body === undefined || init.body === null ? undefined : String(init.body);
      try {
        const asked = { method: init.method ?? 'GET', headers, body, signal, stays: init.redirect === 'error' };
        return await follow(url, asked, mostRedirects);
      } catch (error) {
        if (given?.aborted) throw given.reason;
        throw asIntegrationError(error, url.hostname, late.aborted);
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** One request and its whole answer. */
function exchange(url: URL, { method, headers, body, signal }: Asked, agent: http.Agent): Promise<Answered> {
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
          reject(new AnswerTooLarge(url.host));
          request.destroy();
        });
        response.once('error', reject);
        response.once('end', () => {
          const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] as [string, string]],
          );
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 599)
            reject(new IntegrationError('failed', `${url.host} answers with ${status}`));
          else resolve({ status, headers: new Headers(pairs), body: Buffer.concat(chunks) });
        });
      },
    );
    request.once('error', reject);
    request.end(body);
  });
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
function refusalOf(hosts: PrivateHosts, protocol: string, hostname: string, address: string): IntegrationError | null {
  if (hosts.isNamed(hostname, address)) return null;
  if (!hosts.isPublic(address)) {
    return new IntegrationError('invalid_url', `${hostname} is in the internal network of this server`, {
      translationKey: 'privateHost',
    });
  }
  return protocol === 'https:' ? null : insecure(hostname);
}

const insecure = (hostname: string) =>
  new IntegrationError('invalid_url', `${hostname} is contacted over https only`, { translationKey: 'insecureUrl' });

const notOfTheWeb = (url: URL) =>
  new IntegrationError('invalid_url', `${url.hostname} is not a web address`, { translationKey: 'invalidUrl' });

const movedAway = (url: URL) =>
  new IntegrationError('not_found', `${url.host} redirects to another host`, { translationKey: 'noAddressBook' });

const withoutCredentials = (headers: Asked['headers']): Asked['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));

/** Of an untrusted certificate (Node's codes of X.509). */
const certificateCodes = /CERT|UNABLE_TO_|SELF_SIGNED|INVALID_CA|ERR_TLS_/;

function asIntegrationError(error: unknown, hostname: string, isLate: boolean): IntegrationError {
  if (error instanceof IntegrationError) return error;
  const cause = { cause: error };
  if (isLate) {
    return new IntegrationError('unreachable', `${hostname} takes too long`, { ...cause, translationKey: 'timedOut' });
  }
  const { code = '' } = (error ?? {}) as { code?: string };
  if (certificateCodes.test(code)) {
    const detail = `The certificate of ${hostname} is not trusted (${code})`;
    return new IntegrationError('unreachable', detail, { ...cause, translationKey: 'certificate' });
  }
  const detail = `${hostname} does not answer${code === '' ? '' : ` (${code})`}`;
  return new IntegrationError('unreachable', detail, { ...cause, translationKey: 'unreachable' });
}
