import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';

export interface IdentityKeys {
  /** Private keys that sign ID tokens; the first one is used. */
  readonly jwks: { readonly keys: JWK[] };
  /** Sign cookies; the first one is used, the others are still accepted. */
  readonly cookieKeys: string[];
}

const stored = z.object({ sealed: z.string() });
const shape = z.object({
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1) }),
  cookieKeys: z.array(z.string().min(32)).min(1),
});

/** The keys of this installation: made once, kept sealed in `settings`, the same for every process. */
export async function identityKeys(db: Database, box: SecretBox): Promise<IdentityKeys> {
  const made = box.seal(JSON.stringify(await makeKeys())).toString('base64');
  await db
    .insertInto('settings')
    .values({ key: 'identity.keys', value: JSON.stringify({ sealed: made }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'identity.keys')
    .executeTakeFirstOrThrow();
  const { sealed } = stored.parse(row.value);
  return shape.parse(JSON.parse(box.unseal(Buffer.from(sealed, 'base64')))) as IdentityKeys;
}

const makeKeys = async (): Promise<IdentityKeys> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' };
  return { jwks: { keys: [key] }, cookieKeys: [randomBytes(32).toString('base64url')] };
};
