import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { endSession } from '../end-sessions.ts';
import type { CompanySession } from './waiting-sign-in.ts';

/** Keeps by which session at the provider of their company somebody was given a grant; null: they came another way. */
export async function keepCompanySession(
  db: Database,
  { grantId, userId, session }: { grantId: string; userId: string; session: CompanySession | null },
): Promise<void> {
  if (session === null) {
    await db.deleteFrom('company_sign_ins').where('grant_id', '=', grantId).execute();
    return;
  }
  const { accountId: account_id, issuer, subject, sid } = session;
  const values = { user_id: userId, account_id, issuer, subject, sid };
  await db
    .insertInto('company_sign_ins')
    .values({ grant_id: grantId, ...values })
    .onConflict((same) => same.column('grant_id').doUpdateSet(values))
    .execute();
}

/** A grant that a browser is given without a new sign-in comes from the session that its others came from. */
export const inheritCompanySession = async (
  db: Database,
  grantId: string,
  others: readonly string[],
): Promise<void> => {
  if (others.length === 0) return;
  await db
    .insertInto('company_sign_ins')
    .columns(['grant_id', 'user_id', 'account_id', 'issuer', 'subject', 'sid'])
    .expression(
      db
        .selectFrom('company_sign_ins')
        .select([sql<string>`${grantId}::text`.as('grant_id'), 'user_id', 'account_id', 'issuer', 'subject', 'sid'])
        .where('grant_id', 'in', [...others])
        .limit(1),
    )
    .onConflict((same) => same.doNothing())
    .execute();
};

/** The account of the company by whose provider one of these grants was given; null: none was. */
export async function companyOfGrants(db: Database, grantIds: readonly string[]): Promise<string | null> {
  if (grantIds.length === 0) return null;
  const row = await db
    .selectFrom('company_sign_ins')
    .select('account_id')
    .where('grant_id', 'in', [...grantIds])
    .limit(1)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Sessions of one company at its provider: of a user, one of them, or both. */
export interface EndedAtProvider {
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

/** Who has come back from the provider and is not in yet comes in no longer. */
const endWaiting = async (trx: Writer, { accountId, issuer, subject, sid }: EndedAtProvider): Promise<void> => {
  const session = sql`coalesce(nullif(payload #> '{result,signedInBy}', 'null'), payload #> '{awaits,session}')`;
  const isOne = sql<SqlBool>`${session} ->> 'accountId' = ${accountId} and ${session} ->> 'issuer' = ${issuer}
    and (${subject}::text is null or ${session} ->> 'subject' = ${subject})
    and (${sid}::text is null or ${session} ->> 'sid' = ${sid}
      or (${subject}::text is not null and ${session} ->> 'sid' is null))`;
  await trx.deleteFrom('oidc_documents').where('model', '=', 'Interaction').where(isOne).execute();
};

/** What is kept of grants that are gone. */
export const forgetCompanySessions = async (db: Database): Promise<void> => {
  await db
    .deleteFrom('company_sign_ins')
    .where('began_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oidc_documents')
            .select('id')
            .where('model', '=', 'Grant')
            .whereRef('oidc_documents.id', '=', 'company_sign_ins.grant_id'),
        ),
      ),
    )
    .execute();
};
