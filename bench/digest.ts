import { createHash } from 'node:crypto';
import { digestResponse, parseDigestChallenge, serializeDigestCredentials } from '@sidetone/sip/grammar/digest.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

interface Proof {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  /** The response that asks for it, whole. */
  readonly challenge: string;
}

/** The Authorization header field that answers a challenge by digest. */
export function authorizationOf({ username, password, method, uri, challenge: asked }: Proof): string {
  const challenge = parseDigestChallenge(/^(?:WWW|Proxy)-Authenticate: (.*)$/im.exec(asked)?.[1] ?? '');
  if (!challenge) throw new Error(`nobody asks for a digest: ${asked}`);
  const { realm, nonce, qop } = challenge;
  const given = { nonce, uri, ...(qop && { qop: 'auth', nc: '00000001', cnonce: 'abcd' }) };
  const response = digestResponse(given, method, md5(`${username}:${realm}:${password}`), md5);
  return `Authorization: ${serializeDigestCredentials({ ...given, username, realm, response })}`;
}
