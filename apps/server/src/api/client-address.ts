import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Who sent an HTTP request, past the proxies that are trusted. */
export interface HttpClient {
  /** IP address; an IPv4 address in its plain form. */
  readonly address: string;
  /** Whether the client's own connection is encrypted. */
  readonly secure: boolean;
  /** Name and port that the client asked for. */
  readonly host: string;
}

/**
 * The client of a request. X-Forwarded-For is read from its end, where each proxy writes whom it heard from, for as long
 * as that is a trusted proxy again; what stands further left is the client's own claim. X-Forwarded-Proto and
 * X-Forwarded-Host count from a trusted proxy alone.
 */
export function httpClient(
  request: Pick<IncomingMessage, 'headers'> & { readonly socket: { readonly remoteAddress?: string | undefined } },
  isTrusted: (address: string) => boolean,
): HttpClient {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const encrypted = 'encrypted' in request.socket && request.socket.encrypted === true;
  const asked = request.headers.host ?? '';
  if (!isTrusted(peer)) return { address: peer, secure: encrypted, host: asked };
  let address = peer;
  for (const hop of listOf(request.headers['x-forwarded-for']).reverse()) {
    const said = plainAddress(withoutPort(hop));
    if (isIP(said) === 0) break;
    address = said;
    if (!isTrusted(address)) break;
  }
  const proto = listOf(request.headers['x-forwarded-proto']).at(-1)?.toLowerCase();
  return {
    address,
    secure: proto === undefined ? encrypted : proto === 'https' || proto === 'wss',
    host: listOf(request.headers['x-forwarded-host']).at(-1) ?? asked,
  };
}

/** Whether a proxy handed a request on, trusted or not: one from loopback need not come from this machine then. */
export const isHandedOn = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

/** `::ffff:192.0.2.1`, as a socket for both families reports it, becomes `192.0.2.1`. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

const listOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
