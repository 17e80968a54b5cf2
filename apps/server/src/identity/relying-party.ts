import { isIP } from 'node:net';

/** Whom passkeys are made for: a name that browsers check, and the one origin that may ask. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Passkeys belong to the name of `PUBLIC_URL` and never to what a request calls this server. Null where nobody set it, and for an
 * address, since WebAuthn knows names alone.
 */
export function relyingParty(publicUrl: string | undefined): RelyingParty | null {
  if (publicUrl === undefined) return null;
  const { hostname, origin } = new URL(publicUrl);
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? null : { id: hostname, origin };
}
