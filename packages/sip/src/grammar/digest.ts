import { quote, splitOutsideQuotes, unquote } from './parameters.ts';

/** The hash of a UTF-8 text as lower-case hex; given from outside. */
type DigestHash = (text: string) => string;

/** What is in Authorization (RFC 2617 §3.2.2). */
export interface DigestCredentials {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  /** MD5 when it is left out. */
  readonly algorithm?: string;
  readonly opaque?: string;
  readonly qop?: string;
  readonly cnonce?: string;
  /** Nonce count as written: eight hex digits. */
  readonly nc?: string;
}

/** What is in WWW-Authenticate and Proxy-Authenticate. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly stale?: boolean;
  /** Whether `qop=auth` is offered. */
  readonly qop?: boolean;
  /** MD5 when it is left out. */
  readonly algorithm?: DigestAlgorithm;
  /** To be given back as it came. */
  readonly opaque?: string;
}

/** What digests are made with (RFC 8760). */
export type DigestAlgorithm = 'MD5' | 'SHA-256';

const fieldsOf = (value: string): ReadonlyMap<string, string> | undefined => {
  const match = /^Digest\s+(.*)$/is.exec(value.trim());
  if (!match) return undefined;
  return new Map(
    splitOutsideQuotes(match[1] ?? '', ',').map((part): [string, string] => {
      const equals = part.indexOf('=');
      return equals === -1
        ? [part.toLowerCase(), '']
        : [part.slice(0, equals).trim().toLowerCase(), unquote(part.slice(equals + 1).trim())];
    }),
  );
};

/** Reads an Authorization value; undefined when it is not complete digest credentials. */
export function parseDigestCredentials(value: string): DigestCredentials | undefined {
  const fields = fieldsOf(value);
  const username = fields?.get('username');
  const realm = fields?.get('realm');
  const nonce = fields?.get('nonce');
  const uri = fields?.get('uri');
  const response = fields?.get('response');
  if (!fields || !username || realm === undefined || !nonce || !uri || !response) return undefined;
  const optional = (['algorithm', 'qop', 'cnonce', 'nc', 'opaque'] as const).flatMap((name) => {
    const found = fields.get(name);
    return found ? [[name, found] as const] : [];
  });
  return { username, realm, nonce, uri, response: response.toLowerCase(), ...Object.fromEntries(optional) };
}

/** Reads a challenge; undefined when it is not one that these algorithms can answer. */
export function parseDigestChallenge(
  value: string,
  known: readonly DigestAlgorithm[] = ['MD5'],
): DigestChallenge | undefined {
  const fields = fieldsOf(value);
  const realm = fields?.get('realm');
  const nonce = fields?.get('nonce');
  const named = (fields?.get('algorithm') ?? 'MD5').toUpperCase();
  const algorithm = known.find((one) => one === named);
  if (!fields || realm === undefined || !nonce || !algorithm) return undefined;
  const qop = (fields.get('qop') ?? '').split(',').some((offered) => offered.trim() === 'auth');
  const opaque = fields.get('opaque');
  return {
    realm,
    nonce,
    qop,
    stale: /^true$/i.test(fields.get('stale') ?? ''),
    ...(algorithm === 'MD5' ? {} : { algorithm }),
    ...(opaque === undefined ? {} : { opaque }),
  };
}

/** Writes the challenge of one algorithm; several go into a field each (RFC 8760 §2.4). */
export function serializeDigestChallenge(challenge: DigestChallenge): string {
  const stale = challenge.stale ? ', stale=true' : '';
  const qop = challenge.qop === false ? '' : ', qop="auth"';
  const { realm, nonce, algorithm = 'MD5' } = challenge;
  return `Digest realm=${quote(realm)}, nonce=${quote(nonce)}, algorithm=${algorithm}${qop}${stale}`;
}

/** Writes an Authorization value. */
export function serializeDigestCredentials(credentials: DigestCredentials): string {
  const { username, realm, nonce, uri, response, qop, cnonce, nc, algorithm = 'MD5', opaque } = credentials;
  const given = opaque === undefined ? '' : `, opaque=${quote(opaque)}`;
  const counted = qop === undefined ? '' : `, qop=${qop}, cnonce=${quote(cnonce ?? '')}, nc=${nc ?? '00000001'}`;
  return (
    `Digest username=${quote(username)}, realm=${quote(realm)}, nonce=${quote(nonce)}, uri=${quote(uri)}` +
    `, response="${response}", algorithm=${algorithm}${given}${counted}`
  );
}

/** The `response` value that proves knowledge of HA1, the hash of username:realm:password (RFC 7616 §3.4.1). */
export function digestResponse(
  given: Pick<DigestCredentials, 'nonce' | 'uri' | 'qop' | 'cnonce' | 'nc'>,
  method: string,
  ha1: string,
  hash: DigestHash,
): string {
  const ha2 = hash(`${method}:${given.uri}`);
  return given.qop === undefined
    ? hash(`${ha1}:${given.nonce}:${ha2}`)
    : hash(`${ha1}:${given.nonce}:${given.nc ?? ''}:${given.cnonce ?? ''}:${given.qop}:${ha2}`);
}
