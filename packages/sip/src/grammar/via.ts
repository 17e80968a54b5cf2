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
  const match = /^SIP\s*\/\s*2\.0\s*\/\s*([A-Za-z0-9-]+)\s+([^;]+?)\s*(;.*)?$/is.exec(text.trim());
  const place = parseHostPort((match?.[2] ?? '').replace(/\s*:\s*(\d+)$/, ':$1'));
  if (!match || !place) return undefined;
  return { transport: (match[1] ?? '').toUpperCase(), ...place, parameters: parseParameters(match[3] ?? '') };
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
