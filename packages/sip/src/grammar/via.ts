import { type Parameters, parseParameters, serializeParameters } from './parameters.ts';
import { parseHostPort } from './uri.ts';

/** One Via value (RFC 3261 §20.42). */
export interface Via {
  /** UDP, TCP, TLS, WS, WSS, in upper case. */
  readonly transport: string;
  readonly host: string;
  readonly port?: number;
  readonly parameters: Parameters;
}

/** What every branch of RFC 3261 begins with; a branch without it is from RFC 2543 and need not be unique. */
export const branchCookie = 'z9hG4bK';

/** Reads one Via value; undefined when it is malformed. */
export function parseVia(text: string): Via | undefined {
  const semicolon = text.indexOf(';');
  const head = semicolon === -1 ? text : text.slice(0, semicolon);
  // Cut by hand: spaces are allowed nearly everywhere, and a pattern that allows them could be made to run for long.
  const [protocol = '', version = '', rest = '', ...more] = head.split('/').map((part) => part.trim());
  const [transport = '', ...place] = rest.split(/\s+/);
  const hostPort = parseHostPort(place.join(''));
  if (protocol.toUpperCase() !== 'SIP' || version !== '2.0' || more.length > 0 || !hostPort) return undefined;
  if (!/^[A-Za-z0-9-]+$/.test(transport)) return undefined;
  const parameters = parseParameters(semicolon === -1 ? '' : text.slice(semicolon));
  return { transport: transport.toUpperCase(), ...hostPort, parameters };
}

/** Writes one Via value. */
export function serializeVia(via: Via): string {
  const port = via.port === undefined ? '' : `:${via.port}`;
  return `SIP/2.0/${via.transport} ${via.host}${port}${serializeParameters(via.parameters)}`;
}

/** Notes where a request really came from (RFC 3261 §18.2.1, RFC 3581 §4). */
export function withSource(via: Via, address: string, port: number): Via {
  const parameters = new Map(via.parameters);
  if (parameters.has('rport')) parameters.set('rport', String(port));
  // RFC 3581 §4 wants `received` beside every rport; otherwise it is needed only where the sender named another host.
  if (parameters.has('rport') || bare(via.host) !== address) parameters.set('received', address);
  return { ...via, parameters };
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '');
