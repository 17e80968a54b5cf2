import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { appPassword, liveSignIns } from '../identity/app-password.ts';
import type { Database } from '../storage/database.ts';
import { prepared, type SlotOf } from '../storage/prepared.ts';
import type { SecretBox } from '../storage/secret-box.ts';

/** The digest realm of this server (RFC 3261 §22.4). */
const realm = 'sidetone';

/**
 * What devices prove themselves with, for those whose people are not deactivated. The database holds passwords sealed;
 * what digest authentication compares is made of them when someone asks, and written nowhere. Rejects when a password
 * was sealed with another key than `box` has.
 */
export function credentials(db: Database, box: SecretBox) {
  // An unknown user costs the work of an app with one sign-in, so that nobody learns from the time who exists.
  const ofNobody = box.seal(randomBytes(18).toString('base64url'));
  const passwordOf = (sealed: Uint8Array): string =>
    // Of a password that was withdrawn nobody has the like: no answer to a challenge fits.
    sealed.length === 0 ? randomBytes(18).toString('base64url') : box.unseal(sealed);

  /** The sign-ins of the users of apps. A phone belongs to no sign-in. */
  const signInsOf = (of: readonly Owned[]) =>
    liveSignIns(db, [...new Set(of.flatMap(({ kind, userId }) => (kind === 'app' ? [userId] : [])))]);

  return {
    async bySipUsername(username: string) {
      const [row] = await endpointOf(db, { username });
      const secret = passwordOf(row?.password_sealed ?? ofNobody);
      const signIns = await signInsOf([row ?? { kind: 'app', userId: '' }]);
      if (!row) {
        digestsOf(username, secret);
        return [];
      }
      const { password_sealed: _, ...credential } = row;
      return passwordsOf(row, secret, signIns).map((password) => ({ ...credential, ...digestsOf(username, password) }));
    },
    /** Everything is read each time. */
    remembered: () => [],
    /** By the id of the endpoint, as far as it is there. */
    async ha1sOf(endpointIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
      const rows = await db
        .selectFrom('endpoints')
        .select(['id', 'kind', 'user_id as userId', 'sip_username', 'password_sealed'])
        .where(sql<boolean>`id = any(${[...endpointIds]}::text[])`)
        .execute();
      const signIns = await signInsOf(rows);
      return new Map(
        rows.map((row) => [
          row.id,
          passwordsOf(row, passwordOf(row.password_sealed), signIns).map(
            (password) => digestsOf(row.sip_username, password).ha1,
          ),
        ]),
      );
    },
  };
}

const endpointOf = prepared((db, slot: SlotOf<{ username: string }>) =>
  db
    .selectFrom('endpoints')
    .innerJoin('users', 'users.id', 'endpoints.user_id')
    .select([
      'endpoints.id as endpointId',
      'endpoints.account_id as accountId',
      'endpoints.user_id as userId',
      'endpoints.kind',
      'endpoints.password_sealed',
    ])
    .where('endpoints.sip_username', '=', slot('username'))
    .where('users.deactivated_at', 'is', null),
);

interface Owned {
  readonly kind: 'app' | 'phone';
  readonly userId: string;
}

/** What proves a device: of an app a password for each sign-in of its user. */
const passwordsOf = (
  { kind, userId }: Owned,
  secret: string,
  signIns: ReadonlyMap<string, readonly string[]>,
): readonly string[] =>
  kind === 'app' ? (signIns.get(userId) ?? []).map((signInId) => appPassword(secret, signInId)) : [secret];

const digestsOf = (username: string, password: string) => ({
  ha1: digestOf('md5', username, password),
  ha1Sha256: digestOf('sha256', username, password),
});

/** Hash of `username:realm:password`, which is all that digest authentication needs (RFC 7616 §3.4.2). */
const digestOf = (algorithm: 'md5' | 'sha256', username: string, password: string): string =>
  createHash(algorithm).update(`${username}:${realm}:${password}`).digest('hex');
