import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';

/** The digest realm of this server (RFC 3261 §22.4). */
const realm = 'sidetone';

/**
 * What devices prove themselves with, for those whose people are not deactivated. The database holds passwords sealed;
 * what digest authentication compares is made of them when somebody asks, and written nowhere. Rejects when a password
 * was sealed with another key than `box` has.
 */
export function credentials(db: Database, box: SecretBox) {
  // Unknown users cost the same work as known ones, so that nobody learns from the time who exists.
  const ofNobody = box.seal(randomBytes(18).toString('base64url'));
  const passwordOf = (sealed: Uint8Array): string =>
    // Of a password that was withdrawn nobody has the like: no answer to a challenge fits.
    sealed.length === 0 ? randomBytes(18).toString('base64url') : box.unseal(sealed);

  return {
    async bySipUsername(username: string) {
      const row = await db
        .selectFrom('endpoints')
        .innerJoin('users', 'users.id', 'endpoints.user_id')
        .select([
          'endpoints.id as endpointId',
          'endpoints.account_id as accountId',
          'endpoints.user_id as userId',
          'endpoints.kind',
          'endpoints.password_sealed',
        ])
        .where('endpoints.sip_username', '=', username)
        .where('users.deactivated_at', 'is', null)
        .executeTakeFirst();
      const password = passwordOf(row?.password_sealed ?? ofNobody);
      const ha1 = digestOf('md5', username, password);
      const ha1Sha256 = digestOf('sha256', username, password);
      if (!row) return null;
      const { password_sealed: _, ...credential } = row;
      return { ...credential, ha1, ha1Sha256 };
    },
    /** By the id of the endpoint, as far as it is there. */
    async ha1sOf(endpointIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('endpoints')
        .select(['id', 'sip_username', 'password_sealed'])
        .where(sql<boolean>`id = any(${[...endpointIds]}::text[])`)
        .execute();
      return new Map(rows.map((row) => [row.id, digestOf('md5', row.sip_username, passwordOf(row.password_sealed))]));
    },
  };
}

/** Hash of `username:realm:password`, which is all that digest authentication needs (RFC 7616 §3.4.2). */
const digestOf = (algorithm: 'md5' | 'sha256', username: string, password: string): string =>
  createHash(algorithm).update(`${username}:${realm}:${password}`).digest('hex');
