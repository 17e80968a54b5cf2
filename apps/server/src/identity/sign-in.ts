import type { SignInLanguage } from '@sidetone/contract/http/session-routes.ts';
import { sql } from 'kysely';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { audit } from '../requests/audit.ts';
import { notFound, Refusal } from '../requests/refusal.ts';
import { countRefusals } from '../requests/refusals.ts';
import type { Database } from '../storage/database.ts';
import { jsonText } from '../storage/json-text.ts';
import { passwordMatches } from './passwords.ts';
import { hasSignInProof } from './sign-in-cookie.ts';
import type { Throttle } from './throttle.ts';

/** In what a sign-in resulted in: the address that the password came from. */
export const signedInFrom = 'signedInFrom';

export interface SignInAttempt {
  /** The waiting sign-in that the provider sent the browser away with. */
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly language?: SignInLanguage | undefined;
  readonly address: string;
  /** Scheme, host and port that the browser used. */
  readonly origin: string;
  readonly cookies: string;
}

/**
 * Answers a waiting sign-in with an e-mail and a password; gives the address to go on at. Throws `Refusal` NOT_FOUND
 * when the sign-in is unknown, expired or another browser's, WRONG_CREDENTIALS alike for an unknown e-mail, a wrong
 * password and a deactivated user, TOO_MANY_ATTEMPTS after many failures.
 */
export async function signIn(
  deps: { db: Database; provider: Provider; throttle: Throttle; cookieKeys: readonly string[]; log: Logger },
  attempt: SignInAttempt,
): Promise<{ redirectTo: string }> {
  const { db, throttle, log } = deps;
  const interaction = await waiting(deps, attempt);
  try {
    const counted = await throttle.attempt(attempt.email, attempt.address);
    const paced = await throttle.pace(attempt.email);
    const user = await ofEmail(db, attempt.email);
    const matches = await passwordMatches(user?.password_hash, attempt.password);
    if (!user || !matches || user.deactivated_at) {
      throw new Refusal('WRONG_CREDENTIALS', 'Email or password is wrong.');
    }
    await letIn(db, user, attempt);
    if (attempt.language) await follow(db, user.id, attempt.language);
    await counted.succeeded();
    await paced.succeeded();
    log.info({ userId: user.id }, 'signed in');
    const { id: actorUserId, account_id: accountId } = user;
    await audit(db, { accountId, actorUserId, action: 'signIn.succeeded', address: attempt.address });
    return { redirectTo: interaction.returnTo };
  } catch (error) {
    if (error instanceof Refusal) {
      log.info({ code: error.code, address: attempt.address }, 'sign-in refused');
      const kind = error.code === 'TOO_MANY_ATTEMPTS' ? 'signInThrottled' : 'signInWrong';
      await noteRefusal(db, { email: attempt.email, kind, address: attempt.address }).catch((cause: unknown) =>
        log.warn({ err: cause }, 'sign-in: counting a refusal failed'),
      );
    }
    throw error;
  }
}

const ofEmail = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'account_id', 'password_hash', 'deactivated_at'])
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();

/**
 * Whether this browser has a sign-in that waits for a password, and in which language it was begun. Throws `Refusal`
 * NOT_FOUND when it is unknown, expired, answered or another browser's.
 */
export async function waitingSignIn(
  deps: { provider: Provider; cookieKeys: readonly string[] },
  asked: Pick<SignInAttempt, 'uid' | 'origin' | 'cookies'>,
): Promise<{ language: 'de' | 'en' | null }> {
  const { params, result } = await waiting(deps, asked);
  if (result?.login) throw notFound('sign-in');
  const { ui_locales: language } = params;
  return { language: language === 'de' || language === 'en' ? language : null };
}

const waiting = async (
  { provider, cookieKeys }: { provider: Provider; cookieKeys: readonly string[] },
  asked: Pick<SignInAttempt, 'uid' | 'origin' | 'cookies'>,
) => {
  const interaction = await provider.Interaction.find(asked.uid);
  if (!interaction || !hasSignInProof(asked, cookieKeys)) throw notFound('sign-in');
  return interaction;
};

/** A language that was chosen on the way in is the user's from now on; the browser's only while nobody has chosen one. */
const follow = async (db: Database, userId: string, { locale, by }: SignInLanguage): Promise<void> => {
  const query = db.updateTable('users').where('id', '=', userId);
  if (by === 'chosen') await query.set({ locale, locale_chosen_at: new Date() }).execute();
  else await query.set({ locale }).where('locale_chosen_at', 'is', null).where('locale', '!=', locale).execute();
};

/**
 * Notes with the waiting sign-in who it is. Comparing takes a while: with a password that is another one by now nobody is let
 * in, and a change of it at this moment waits, and finds this sign-in among those to be ended.
 */
const letIn = (
  db: Database,
  { id, password_hash }: { id: string; password_hash: string | null },
  { uid, address }: SignInAttempt,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const still = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .where('deactivated_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!still) throw new Refusal('WRONG_CREDENTIALS', 'Email or password is wrong.');
    const result = jsonText({ result: { login: { accountId: id, remember: true }, [signedInFrom]: address } });
    const { numUpdatedRows } = await trx
      .updateTable('oidc_documents')
      .set({ payload: sql<string>`payload || ${result}::jsonb` })
      .where('model', '=', 'Interaction')
      .where('id', '=', uid)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('sign-in');
  });

/** For administrators: a count for each address and hour, and one line in the audit log. */
const noteRefusal = async (
  db: Database,
  refused: { email: string; kind: 'signInWrong' | 'signInThrottled'; address: string },
): Promise<void> => {
  const { kind, address } = refused;
  // Of who is kept waiting it is not known yet.
  const user = await ofEmail(db, refused.email);
  const accountId = user?.account_id ?? null;
  const whose = user ? { userId: user.id } : {};
  await db.transaction().execute(async (trx) => {
    if (!(await countRefusals(trx, { accountId, kind, source: address, at: new Date(), detail: whose }))) return;
    await audit(trx, {
      accountId,
      actorUserId: null,
      action: 'refusal.signIn',
      // One line an hour for each address: of several users whose passwords were guessed, the first.
      target: user?.id ?? null,
      detail: { kind },
      address,
    });
  });
};
