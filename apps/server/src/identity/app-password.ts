import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Sign-ins of one user whose apps can ring at the same time; the newest count. */
const mostSignIns = 200;

/**
 * What the app of one sign-in proves itself with to the phone system. Each sign-in has another one, made of the secret of
 * the app extension, which nobody is told: so with a sign-in its password ends, and those of all others stay.
 */
export const appPassword = (secret: string, signInId: string): string =>
  createHmac('sha256', secret).update(signInId).digest('base64url');

/** The ids of the sign-ins of these users that have not ended, newest first, by user. */
export async function liveSignIns(
  db: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0) return new Map();
  const userId = sql<string>`given.payload ->> 'accountId'`;
  const rows = await db
    .selectFrom('oidc_documents as given')
    .select(['given.id', userId.as('userId')])
    .where('given.model', '=', 'Grant')
    .where(sql<boolean>`${userId} = any(${[...userIds]}::text[])`)
    .where((where) =>
      // One that was used for the next is still there: between the two of them no sign-in has ended.
      where.exists(
        where
          .selectFrom('oidc_documents as token')
          .select('token.id')
          .whereRef('token.grant_id', '=', 'given.id')
          .where('token.model', 'in', ['AccessToken', 'RefreshToken'])
          .where('token.expires_at', '>', sql<Date>`now()`),
      ),
    )
    .orderBy(sql`(given.payload ->> 'iat')::float8`, 'desc')
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.userId);
  return new Map([...byUser].map(([id, found]) => [id, found.slice(0, mostSignIns).map((row) => row.id)]));
}
