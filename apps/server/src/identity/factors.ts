import { type SignInRules, signInRules } from '@sidetone/contract/entities/second-factor.ts';
import { mayAdministerSomething } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { type SqlBool, sql } from 'kysely';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Writer } from '../storage/writer.ts';
import { digestOfCode, newRecoveryCodes, newSecret, stepOf } from './second-factor/one-time-codes.ts';

/** What a user has besides the password, and what their company asks for. */
export interface Factors {
  /** Since when an authenticator app counts; null: none does. */
  readonly authenticatorSince: Date | null;
  readonly passkeys: number;
  readonly isRequired: boolean;
  /** They sign in at the provider of their company and no other way. */
  readonly signsInElsewhere: boolean;
}

/** Whether the company of a user has its users sign in at its provider and no other way. For questions about `users`. */
export const hasToSignOn = sql<boolean>`exists (select from single_sign_ons
  where account_id = users.account_id and is_on and is_required)`;

/** Reads them in one question. */
export async function factorsOf(db: Writer, userId: string): Promise<Factors> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .leftJoin('authenticators', 'authenticators.user_id', 'users.id')
    .select(['users.admin', 'users.roles', 'accounts.sign_in', 'authenticators.confirmed_at'])
    .select(hasToSignOn.as('elsewhere'))
    .select(sql<number>`(select count(*)::int from passkeys where user_id = users.id)`.as('passkeys'))
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { secondFactor } = rulesOf(row.sign_in);
  return {
    authenticatorSince: row.confirmed_at,
    passkeys: row.passkeys,
    isRequired: secondFactor === 'everyone' || (secondFactor === 'administrators' && mayAdministerSomething(row)),
    signsInElsewhere: row.elsewhere && !row.admin,
  };
}

/** How users of a company sign in, as its row has it. */
export const rulesOf = (stored: unknown): SignInRules => signInRules.parse(stored);

/** Holds a user's way of signing in until the transaction ends: sign-ins wait for a change of it. */
export const holdUser = async (trx: Writer, userId: string) => {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
};

/** The key of an authenticator app that does not count yet; one that counts stays, and nothing is given. */
export async function offerAuthenticator(
  trx: Writer,
  box: SecretBox,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<string | null> {
  const secret = newSecret();
  const values = { secret_sealed: box.seal(secret), last_step: 0, account_id: accountId };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('authenticators')
    .values({ user_id: userId, confirmed_at: null, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('authenticators.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? secret : null;
}

/** Takes a code of an authenticator app, of one that counts or of one that is being set up; gives whether it was right. */
export async function takeCode(
  trx: Writer,
  box: SecretBox,
  { userId, code, isSetUp }: { userId: string; code: string; isSetUp: boolean },
): Promise<boolean> {
  const row = await trx
    .selectFrom('authenticators')
    .select('secret_sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', isSetUp ? 'is not' : 'is', null)
    .executeTakeFirst();
  const step = row ? stepOf(box.unseal(row.secret_sealed), code, new Date()) : null;
  if (step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable('authenticators')
    .set({ last_step: step, ...(isSetUp ? {} : { confirmed_at: new Date() }) })
    .where('user_id', '=', userId)
    .where('confirmed_at', isSetUp ? 'is not' : 'is', null)
    // Of two with one code at the same moment the second finds it used.
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes a recovery code, once; gives whether there was such a one. */
export async function takeRecoveryCode(trx: Writer, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', digestOfCode(userId, code))
    .where(sql<SqlBool>`exists (select from authenticators
      where authenticators.user_id = recovery_codes.user_id and confirmed_at is not null)`)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** New recovery codes in place of all that were there. */
export async function makeRecoveryCodes(trx: Writer, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: digestOfCode(userId, code) })))
    .execute();
  return codes;
}

/** Removes everything that a user has besides the password; gives whether there was anything. */
export async function removeFactors(trx: Writer, userId: string): Promise<boolean> {
  await holdUser(trx, userId);
  const removed = [
    await trx.deleteFrom('authenticators').where('user_id', '=', userId).returning('user_id').execute(),
    await trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('user_id').execute(),
  ];
  await trx.deleteFrom('passkey_offers').where('user_id', '=', userId).execute();
  return removed.some((rows) => rows.length > 0);
}
