import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import { sealedSetting } from '../storage/sealed-setting.ts';
import type { SecretBox } from '../storage/secret-box.ts';

export interface IdentityKeys {
  /** Private keys that sign ID tokens; the first one is used. */
  readonly jwks: { readonly keys: JWK[] };
  /** Sign cookies; the first one is used, the others are still accepted. */
  readonly cookieKeys: string[];
}

const shape = z.object({
  jwks: z.object({ keys: z.array(z.custom<JWK>((key) => typeof key === 'object' && key !== null)).min(1) }),
  cookieKeys: z.array(z.string().min(32)).min(1),
});

/** The keys that prove who someone is. */
export const identityKeys = (db: Database, box: SecretBox): Promise<IdentityKeys> =>
  sealedSetting({ db, box }, 'identity.keys', shape, async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' };
    return { jwks: { keys: [key] }, cookieKeys: [randomBytes(32).toString('base64url')] };
  });
