import { createHmac } from 'node:crypto';

/** STUN and TURN servers of the operator's; `secret` is the one that the TURN server shares with us. */
export interface IceSettings {
  readonly stunUrls: readonly string[];
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | undefined;
}

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

/** Someone who reads them along the way can use the relay for so long; a longer call fetches new ones before it looks for another way. */
const CREDENTIAL_SECONDS = 60 * 60;

/**
 * What a browser needs to find a way out of its network. The TURN credential ends by itself: the user name is the
 * second it ends at and the user's id, the password is HMAC-SHA1 of that with the shared secret (coturn's
 * `use-auth-secret`, draft-uberti-behave-turn-rest-00 §2.2).
 */
export function iceServersFor(settings: IceSettings, userId: string, now: Date): IceServer[] {
  const { stunUrls, turn } = settings;
  const username = `${Math.floor(now.getTime() / 1000) + CREDENTIAL_SECONDS}:${userId}`;
  return [
    ...(stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []),
    ...(turn
      ? [
          {
            urls: [...turn.urls],
            username,
            credential: createHmac('sha1', turn.secret).update(username).digest('base64'),
          },
        ]
      : []),
  ];
}
