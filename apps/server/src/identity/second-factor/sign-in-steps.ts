import { audit } from '../../requests/audit.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { notingRefusals } from '../answering/note-sign-in-refusal.ts';
import { type AskedSignIn, type Awaited, keptOf, letIn, waiting } from '../answering/waiting-sign-in.ts';
import { factorsOf, holdUser, makeRecoveryCodes, offerAuthenticator, takeCode, takeRecoveryCode } from '../factors.ts';
import type { SignInDeps } from '../sign-in.ts';
import { addressOf } from './one-time-codes.ts';

export type StepDeps = SignInDeps & { readonly box: SecretBox };
type Proof = { readonly code: string } | { readonly recoveryCode: string };

/**
 * Answers a sign-in whose password was given with a code of the authenticator app or a recovery code. A user who has to set one up
 * gets the recovery codes with the first code. Throws `Refusal` NOT_FOUND for a sign-in that does not wait for it,
 * WRONG_CREDENTIALS, TOO_MANY_ATTEMPTS.
 */
export async function proveSecondFactor(
  deps: StepDeps,
  asked: AskedSignIn & { address: string; proof: Proof },
): Promise<{ redirectTo: string; recoveryCodes: string[] | null }> {
  const { db, throttle, log } = deps;
  const interaction = await waiting(deps, asked);
  const { userId } = await db.transaction().execute((trx) => awaitedAt(trx, asked.uid));
  const whose = () => userById(db, userId);
  return await notingRefusals({ db, log }, { address: asked.address, whose }, async () => {
    const counted = await throttle.factor(userId);
    const recoveryCodes = await db.transaction().execute(async (trx) => {
      await holdUser(trx, userId);
      const who = await awaitedAt(trx, asked.uid);
      if (who.userId !== userId) throw notFound('sign-in');
      const made = await take(trx, deps.box, who, asked.proof);
      await letIn(trx, asked.uid, who);
      return made;
    });
    await counted.succeeded();
    log.info({ userId }, 'signed in with a second proof');
    return { redirectTo: interaction.returnTo, recoveryCodes };
  });
}

/** Takes the proof; gives the recovery codes where it was the first of a new authenticator app. */
async function take(trx: Writer, box: SecretBox, { userId, address }: Awaited, proof: Proof): Promise<string[] | null> {
  const { authenticatorSince, passkeys } = await factorsOf(trx, userId);
  const isSetUp = authenticatorSince !== null;
  const wrong = new Refusal('WRONG_CREDENTIALS', 'The code is wrong or was used.');
  // Who has a passkey shows that, and nothing that is made up now.
  if (!isSetUp && passkeys > 0) throw wrong;
  const { account_id: accountId } = await userById(trx, userId);
  const line = { accountId, actorUserId: userId, target: userId, address };
  if ('recoveryCode' in proof) {
    if (!(await takeRecoveryCode(trx, userId, proof.recoveryCode))) throw wrong;
    await audit(trx, { ...line, action: 'secondFactor.codeUsed' });
    return null;
  }
  if (!(await takeCode(trx, box, { userId, code: proof.code, isSetUp }))) throw wrong;
  if (isSetUp) return null;
  await audit(trx, { ...line, action: 'secondFactor.setUp' });
  return await makeRecoveryCodes(trx, userId);
}

/**
 * The key of an authenticator app for a user whose company asks for a second proof and who has none. Throws `Refusal` NOT_FOUND,
 * CONFLICT where they have one by now.
 */
export async function setUpAtSignIn(deps: StepDeps, asked: AskedSignIn): Promise<{ secret: string; address: string }> {
  await waiting(deps, asked);
  const { userId } = await deps.db.transaction().execute((trx) => awaitedAt(trx, asked.uid));
  return await deps.db.transaction().execute(async (trx) => {
    // The user first, as everywhere: what ends sign-ins holds them in this order, too.
    await holdUser(trx, userId);
    if ((await awaitedAt(trx, asked.uid)).userId !== userId) throw notFound('sign-in');
    const { passkeys } = await factorsOf(trx, userId);
    const { account_id: accountId, email } = await userById(trx, userId);
    const secret = passkeys > 0 ? null : await offerAuthenticator(trx, deps.box, { userId, accountId });
    if (secret === null) throw new Refusal('CONFLICT', 'This user has a second proof.');
    return { secret, address: addressOf(secret, { issuer: 'Sidetone', label: email }) };
  });
}

/** Who has given the password of a waiting sign-in. Throws `Refusal` NOT_FOUND. */
async function awaitedAt(trx: Writer, uid: string): Promise<Awaited> {
  const { awaits } = await keptOf(trx, uid);
  if (!awaits) throw notFound('sign-in');
  return awaits;
}

const userById = (db: Writer, userId: string) =>
  db.selectFrom('users').select(['id', 'account_id', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
