import type { SignInStep } from '@sidetone/contract/entities/second-factor.ts';
import type { SignInLanguage } from '@sidetone/contract/http/sign-in/sign-in-language.ts';
import { sql } from 'kysely';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { notFound, Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import { goOn } from './answering/go-on.ts';
import { notingRefusals } from './answering/note-sign-in-refusal.ts';
import { type AskedSignIn, waiting } from './answering/waiting-sign-in.ts';
import { passwordMatches } from './passwords.ts';
import type { Throttle } from './throttle.ts';

export interface SignInAttempt extends AskedSignIn {
  readonly email: string;
  readonly password: string;
  readonly language?: SignInLanguage | undefined;
  readonly address: string;
}

export interface SignInDeps {
  readonly db: Database;
  readonly provider: Provider;
  readonly throttle: Throttle;
  readonly cookieKeys: readonly string[];
  readonly log: Logger;
  /** The company whose own address is asked: nobody else signs in there. Null: it is nobody's. */
  readonly onlyOf: string | null;
}

/**
 * Answers a waiting sign-in with an e-mail and a password; gives the address to go on at, or the step that is missing. Throws
 * `Refusal` NOT_FOUND when the sign-in is unknown, expired or another browser's, WRONG_CREDENTIALS alike for an unknown e-mail,
 * a wrong password, a deactivated user and one of another company than the address is of, TOO_MANY_ATTEMPTS after many failures.
 */
export async function signIn(
  deps: SignInDeps & { hasPasskeys: boolean },
  attempt: SignInAttempt,
): Promise<{ redirectTo: string | null; step: SignInStep | null }> {
  const { db, throttle, log } = deps;
  const interaction = await waiting(deps, attempt);
  // A throttled attempt has not looked the user up yet.
  const whose = () => ofEmail(db, attempt.email);
  return await notingRefusals({ db, log }, { address: attempt.address, whose }, async () => {
    const counted = await throttle.attempt(attempt.email, attempt.address);
    const paced = await throttle.pace(attempt.email);
    const user = await ofEmail(db, attempt.email);
    const matches = await passwordMatches(user?.password_hash, attempt.password);
    const isElsewhere = deps.onlyOf !== null && user?.account_id !== deps.onlyOf;
    if (!user || !matches || user.deactivated_at || isElsewhere) {
      throw new Refusal('WRONG_CREDENTIALS', 'Email or password is wrong.');
    }
    const step = await takePassword(deps, user, attempt);
    await counted.succeeded();
    await paced.succeeded();
    log.info({ userId: user.id, step: step?.kind }, step ? 'password taken' : 'signed in');
    return { redirectTo: step ? null : interaction.returnTo, step };
  });
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
  asked: AskedSignIn,
): Promise<{ language: 'de' | 'en' | null }> {
  const { params, result } = await waiting(deps, asked);
  if (result?.login) throw notFound('sign-in');
  const { ui_locales: language } = params;
  return { language: language === 'de' || language === 'en' ? language : null };
}

/**
 * Lets someone in whose password was right, or notes who they are until the second proof. Comparing takes a while: with a
 * password that is another one by now nobody is let in, and a change of it at this moment waits, and finds this sign-in among
 * those to be ended.
 */
const takePassword = (
  { db, hasPasskeys }: { db: Database; hasPasskeys: boolean },
  { id, password_hash }: { id: string; password_hash: string | null },
  { uid, address, language }: SignInAttempt,
): Promise<SignInStep | null> =>
  db.transaction().execute(async (trx) => {
    const still = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .where('deactivated_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!still) throw new Refusal('WRONG_CREDENTIALS', 'Email or password is wrong.');
    const who = { userId: id, address, language: language ?? null, byCompany: false, session: null };
    return await goOn(trx, uid, who, { hasPasskeys, isBothSteps: false });
  });
