import { type Parameters, parseParameters, serializeParameters } from './parameters.ts';

/** A SIP, SIPS or tel URI. For `tel:` the number is `user` and `host` is empty. */
export interface SipUri {
  readonly scheme: 'sip' | 'sips' | 'tel';
  /** Without percent escapes. */
  readonly user?: string;
  /** IPv6 addresses keep their brackets. */
  readonly host: string;
  readonly port?: number;
  readonly parameters: Parameters;
}

const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?)$/i;

/** Reads `host`, `host:port` or `[v6]:port`; undefined when it is none of them. */
export function parseHostPort(text: string): { readonly host: string; readonly port?: number } | undefined {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text);
  const host = match?.[1] ?? '';
  if (!match || !hostPattern.test(host)) return undefined;
  if (match[2] === undefined) return { host };
  const port = Number(match[2]);
  return port > 0 && port < 65536 ? { host, port } : undefined;
}

const unescapePercent = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Reads a URI (RFC 3261 §19.1, RFC 3966); undefined when it is malformed or of another scheme. */
export function parseUri(text: string): SipUri | undefined {
  const match = /^(sips?|tel):([^\s<>"]+)$/i.exec(text);
  if (!match) return undefined;
  const scheme = (match[1] ?? '').toLowerCase();
  const rest = match[2] ?? '';
  if (scheme === 'tel') {
    const [number = '', ...parameters] = rest.split(';');
    return /^\+?[\d().*#a-f-]+$/i.test(number)
      ? { scheme, user: number.replace(/[().-]/g, ''), host: '', parameters: parseParameters(parameters.join(';')) }
      : undefined;
  }
  if (scheme !== 'sip' && scheme !== 'sips') return undefined;
  // A user part may hold `;` and `?`, so the last `@` before any header part decides.
  const at = rest.lastIndexOf('@');
  const [place = '', ...parameterParts] = (rest.slice(at + 1).split('?')[0] ?? '').split(';');
  const hostPort = parseHostPort(place);
  if (!hostPort) return undefined;
  const parameters = parseParameters(parameterParts.join(';'));
  if (at === -1) return { scheme, ...hostPort, parameters };
  const user = unescapePercent(rest.slice(0, at).split(':')[0] ?? '');
  return user === undefined || user === '' ? undefined : { scheme, user, ...hostPort, parameters };
}

/**
 * Cuts the header part off a URI (RFC 3261 §19.1.1): `?name=value&name=value`, unescaped. `headers` is undefined when
 * that part is malformed.
 */
export function splitUriHeaders(text: string): {
  readonly bare: string;
  readonly headers: readonly (readonly [name: string, value: string])[] | undefined;
} {
  // A user part may hold `?`, and some phones leave an `@` in a header unescaped: the first `@` ends the user part.
  const at = text.indexOf('@');
  const start = text.indexOf('?', at === -1 ? 0 : at);
  if (start === -1) return { bare: text, headers: [] };
  const headers: (readonly [string, string])[] = [];
  for (const part of text.slice(start + 1).split('&')) {
    const equals = part.indexOf('=');
    const name = unescapePercent(part.slice(0, Math.max(equals, 0)));
    const value = unescapePercent(part.slice(equals + 1));
    if (!name || value === undefined) return { bare: text.slice(0, start), headers: undefined };
    headers.push([name, value]);
  }
  return { bare: text.slice(0, start), headers };
}

/** Percent-escapes what a user part must not hold; `*`, `+`, `;` and the like stay readable, `#` does not. */
export function escapeUser(user: string): string {
  return encodeURIComponent(user).replace(/%(2B|26|3D|24|2C)/g, (escaped) => decodeURIComponent(escaped));
}

/** Writes a URI. */
export function serializeUri(uri: SipUri): string {
  const user = uri.user === undefined ? '' : escapeUser(uri.user);
  if (uri.scheme === 'tel') return `tel:${user}${serializeParameters(uri.parameters)}`;
  const port = uri.port === undefined ? '' : `:${uri.port}`;
  return `${uri.scheme}:${user === '' ? '' : `${user}@`}${uri.host}${port}${serializeParameters(uri.parameters)}`;
}

/** Whether two URIs are the same (RFC 3261 §19.1.4, without the header part). */
export function sameUri(left: SipUri, right: SipUri): boolean {
  if (left.scheme !== right.scheme || left.user !== right.user || left.port !== right.port) return false;
  if (left.host.toLowerCase() !== right.host.toLowerCase()) return false;
  // These four count even when only one side has them; any other counts only when both have it.
  const decisive = ['user', 'ttl', 'method', 'maddr', 'transport'];
  const names = new Set([...decisive, ...[...left.parameters.keys()].filter((name) => right.parameters.has(name))]);
  return [...names].every(
    (name) => left.parameters.get(name)?.toLowerCase() === right.parameters.get(name)?.toLowerCase(),
  );
}
