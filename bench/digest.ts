import { createHash } from 'node:crypto';

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
export function authorizationOf({ username, password, method, uri, challenge }: Proof): string {
  const nonce = /nonce="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const realm = /realm="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const [ha1, ha2] = [md5(`${username}:${realm}:${password}`), md5(`${method}:${uri}`)];
  const isCounted = challenge.includes('qop=');
  const response = isCounted ? md5(`${ha1}:${nonce}:00000001:abcd:auth:${ha2}`) : md5(`${ha1}:${nonce}:${ha2}`);
  const count = isCounted ? ', qop=auth, nc=00000001, cnonce="abcd"' : '';
  const about = `username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}"`;
  return `Authorization: Digest ${about}, response="${response}"${count}`;
}
