import { ownClientIds } from '@sidetone/contract/entities/user.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Writer } from '../storage/writer.ts';
import { endBrowserSessions, endGrants } from './openid/oidc-adapter.ts';

/**
 * Ends every session of a user: tokens, refresh tokens and the provider's own sign-in; with `keptGrantId` all but the one of
 * that grant. So do those that have given the password and wait to go on, or for the second proof, since it may be another one now, and what their
 * apps rang and called with, and the tokens of their assistants and programs. Open connections are told when the transaction commits. Gives how many sign-ins have ended.
 */
export async function endSessions(trx: Writer, userId: string, keptGrantId: string | null = null): Promise<number> {
  // What is made by a sign-in at the same moment, such as a token for an assistant, is made before this or not at all.
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const theirs = sql<string>`payload ->> 'accountId'`;
  const grants = await trx
    .selectFrom('oidc_documents')
    .select('id')
    .where('model', '=', 'Grant')
    .where(theirs, '=', userId)
    .$if(keptGrantId !== null, (query) => query.where('id', '!=', keptGrantId))
    .execute();
  await endGrants(
    trx,
    grants.map(({ id }) => id),
  );
  // A program is no sign-in, but who had the password may have let one in.
  await trx.deleteFrom('mcp_tokens').where('user_id', '=', userId).execute();
  await trx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
  await endBrowserSessions(trx, userId, sql<SqlBool>`not ${isTheBrowserOf(keptGrantId ?? '')}`);
  await trx
    .deleteFrom('oidc_documents')
    .where(theirs, '=', userId)
    .where('model', '!=', 'Session')
    .$if(keptGrantId !== null, (query) =>
      query
        .where((where) => where.or([where('grant_id', 'is', null), where('grant_id', '!=', keptGrantId)]))
        .where((where) => where.not(where.and([where('model', '=', 'Grant'), where('id', '=', keptGrantId)]))),
    )
    .execute();
  await trx
    .deleteFrom('oidc_documents')
    .where('model', '=', 'Interaction')
    .where(sql<SqlBool>`${userId} in (payload #>> '{result,login,accountId}', payload #>> '{awaits,userId}')`)
    .execute();
  return grants.length;
}

/**
 * Ends one sign-in of a user; gives whether there was one. The browser's own sign-in at the provider goes with it, and so
 * does what its app rang and called with.
 */
export async function endSession(trx: Writer, userId: string, grantId: string): Promise<boolean> {
  const theirs = sql<string>`payload ->> 'accountId'`;
  const grant = await trx
    .selectFrom('oidc_documents')
    .select('id')
    .where('model', '=', 'Grant')
    .where('id', '=', grantId)
    .where(theirs, '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!grant) return false;
  await endBrowserSessions(trx, userId, belongsTo(grantId));
  await endGrants(trx, [grantId]);
  return true;
}

/** Sessions of one company at its provider: of a user, one of them, or both. */
interface EndedAtProvider {
  readonly accountId: string;
  readonly issuer: string;
  readonly subject: string | null;
  readonly sid: string | null;
}

/**
 * Ends the sign-ins that came from these sessions, those that wait as well; others of the same users stay. Gives how many ended of
 * each user. A sign-in of which the provider named no session ends with any session of its user.
 */
export async function endCompanySessions(trx: Writer, ended: EndedAtProvider): Promise<Map<string, number>> {
  const { accountId, issuer, subject, sid } = ended;
  const rows = await trx
    .selectFrom('company_sign_ins')
    .select(['grant_id', 'user_id'])
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .$if(subject !== null, (query) => query.where('subject', '=', subject))
    .$if(sid !== null, (query) =>
      query.where((where) =>
        where.or([where('sid', '=', sid), ...(subject === null ? [] : [where('sid', 'is', null)])]),
      ),
    )
    .execute();
  const counts = new Map<string, number>();
  for (const { grant_id, user_id } of rows) {
    if (await endSession(trx, user_id, grant_id)) counts.set(user_id, (counts.get(user_id) ?? 0) + 1);
  }
  const grants = rows.map(({ grant_id }) => grant_id);
  if (grants.length > 0) await trx.deleteFrom('company_sign_ins').where('grant_id', 'in', grants).execute();
  await endWaiting(trx, ended);
  return counts;
}

/** Somebody who has come back from the provider but is not in yet does not get in. */
const endWaiting = async (trx: Writer, { accountId, issuer, subject, sid }: EndedAtProvider): Promise<void> => {
  const session = sql`coalesce(nullif(payload #> '{result,signedInBy}', 'null'), payload #> '{awaits,session}')`;
  const isOne = sql<SqlBool>`${session} ->> 'accountId' = ${accountId} and ${session} ->> 'issuer' = ${issuer}
    and (${subject}::text is null or ${session} ->> 'subject' = ${subject})
    and (${sid}::text is null or ${session} ->> 'sid' = ${sid}
      or (${subject}::text is not null and ${session} ->> 'sid' is null))`;
  await trx.deleteFrom('oidc_documents').where('model', '=', 'Interaction').where(isOne).execute();
};

/** Ends the sign-ins that last longer than their companies have sign-ins last; gives how many. */
export async function endLongSessions(db: Database): Promise<number> {
  const over = await db
    .selectFrom('oidc_documents as given')
    .innerJoin('users', (join) => join.on('users.id', '=', sql<string>`given.payload ->> 'accountId'`))
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['given.id', 'users.id as userId'])
    .where('given.model', '=', 'Grant')
    .where(lastsTooLong)
    .execute();
  for (const { id, userId } of over) await db.transaction().execute((trx) => endSession(trx, userId, id));
  return over.length;
}

/** Of a user of `accounts`: whether a sign-in that began then, in seconds, lasts longer than the company has them last. */
export const isTooLongAgo = (since: RawBuilder<number> | number | null): RawBuilder<boolean> => sql<boolean>`coalesce(
  (${since})::float8 < extract(epoch from now()) - (accounts.sign_in ->> 'sessionDays')::int * 86400, false)`;

/** The same of a grant, `given`. */
export const lastsTooLong = isTooLongAgo(sql<number>`given.payload ->> 'iat'`);

/** Of a session of the provider: whether this grant was given in it. */
const belongsTo = (grantId: string): RawBuilder<SqlBool> => sql<SqlBool>`(model = 'Session' and exists (
  select from ${authorizations} where of_client.value ->> 'grantId' = ${grantId}))`;

/**
 * Whether it is the session of the browser that this grant was given to. The desktop program's is in the system's browser,
 * which is another place than the program itself, and which it no longer needs.
 */
const isTheBrowserOf = (grantId: string): RawBuilder<SqlBool> => sql<SqlBool>`(model = 'Session' and exists (
  select from ${authorizations}
  where of_client.value ->> 'grantId' = ${grantId} and of_client.key = ${ownClientIds.browser}))`;

const authorizations = sql`jsonb_each(
  case jsonb_typeof(payload -> 'authorizations') when 'object' then payload -> 'authorizations' else '{}' end) of_client`;
