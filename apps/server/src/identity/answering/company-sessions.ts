import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
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
