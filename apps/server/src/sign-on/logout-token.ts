import { decodeJwt, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { z } from 'zod';

/** A session at a provider that has ended; one of both is there. */
export interface EndedSession {
  /** Null: the token names a session and no user. */
  readonly subject: string | null;
  /** Null: all sessions of this user. */
  readonly sid: string | null;
  /** The `jti` of the token. */
  readonly tokenId: string;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
const name = z.string().min(1).max(255);

const claims = z
  .object({
    sub: name.optional(),
    sid: name.optional(),
    jti: name,
    events: z.looseObject({ [event]: z.object({}) }),
    // What tells it apart from an ID token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, 'names neither a user nor a session');

/** Providers that know no type of their own for it call it a JWT, or nothing. No other type of token ends anything. */
const types: ReadonlySet<string> = new Set(['', 'jwt', 'logout+jwt', 'application/logout+jwt']);

/** Reads a logout token whose signature, issuer, audience and times were found to be right. Throws for any that is none. */
export function endedSession(payload: JWTPayload, header: Pick<JWTHeaderParameters, 'typ'>): EndedSession {
  if (!types.has((header.typ ?? '').toLowerCase())) throw new Error('another type of token');
  if ('nonce' in payload) throw new Error('it has a nonce');
  const { sub, sid, jti } = claims.parse(payload);
  return { subject: sub ?? null, sid: sid ?? null, tokenId: jti };
}

/** Whether a token says that it is for this client of this issuer: no provider is asked about any other. */
export function isFor(token: string, { issuer, clientId }: { issuer: string; clientId: string }): boolean {
  try {
    const { iss, aud } = decodeJwt(token);
    return iss?.replace(/\/+$/, '') === issuer.replace(/\/+$/, '') && [aud].flat().includes(clientId);
  } catch {
    return false;
  }
}
