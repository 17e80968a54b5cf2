import { secondFactorRoutes as routes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { sql } from 'kysely';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { provePassword } from '../answering/prove-password.ts';
import { factorsOf, holdUser, makeRecoveryCodes, offerAuthenticator, takeCode } from '../factors.ts';
import { addressOf } from './one-time-codes.ts';
import { lineOf, type OwnFactorDeps, stillRequired } from './own-factor-deps.ts';
import { ownPasskeys } from './own-passkeys.ts';
import { passkeysOf } from './passkeys.ts';

/** What users prove themselves with besides the password, as they set it up themselves. */
export const ownFactors = (deps: OwnFactorDeps): Answer[] => [
  answer(routes.ownSecondFactor, ({ caller, origin }) => readFactors(deps, caller, origin)),
  ...ownAuthenticator(deps),
  ...ownPasskeys(deps),
];

const ownAuthenticator = (deps: OwnFactorDeps): Answer[] => [
  answer(routes.beginAuthenticator, async ({ caller, body, address }) => {
    const { email } = await provePassword(deps, { caller, address, password: body.password });
    const secret = await deps.db.transaction().execute((trx) => offerAuthenticator(trx, deps.box, caller));
    if (secret === null) throw new Refusal('CONFLICT', 'An authenticator app is set up already.');
    return { secret, address: addressOf(secret, { issuer: 'Sidetone', label: email }) };
  }),

  answer(routes.confirmAuthenticator, async ({ caller, body, address }) => {
    const counted = await deps.throttle.factor(caller.userId);
    const recoveryCodes = await deps.db.transaction().execute(async (trx) => {
      const { userId } = caller;
      await holdUser(trx, userId);
      if (!(await takeCode(trx, deps.box, { userId, code: body.code, isSetUp: false }))) {
        throw new Refusal('WRONG_CREDENTIALS', 'The code is wrong.');
      }
      await audit(trx, { ...lineOf(caller, address), action: 'secondFactor.setUp' });
      return await makeRecoveryCodes(trx, userId);
    });
    await counted.succeeded();
    return { recoveryCodes };
  }),

  answer(routes.removeAuthenticator, async ({ caller, body, address }) => {
    await provePassword(deps, { caller, address, password: body.password });
    await deps.db.transaction().execute(async (trx) => {
      const { userId } = caller;
      await holdUser(trx, userId);
      const { authenticatorSince, passkeys, isRequired } = await factorsOf(trx, userId);
      if (authenticatorSince === null) throw notFound('authenticator');
      if (isRequired && passkeys === 0) throw stillRequired();
      await trx.deleteFrom('authenticators').where('user_id', '=', userId).execute();
      await audit(trx, { ...lineOf(caller, address), action: 'secondFactor.removed' });
    });
    return {};
  }),

  answer(routes.renewRecoveryCodes, async ({ caller, body, address }) => {
    await provePassword(deps, { caller, address, password: body.password });
    return await deps.db.transaction().execute(async (trx) => {
      const { userId } = caller;
      await holdUser(trx, userId);
      if ((await factorsOf(trx, userId)).authenticatorSince === null) throw notFound('authenticator');
      await audit(trx, { ...lineOf(caller, address), action: 'secondFactor.codesRenewed' });
      return { recoveryCodes: await makeRecoveryCodes(trx, userId) };
    });
  }),
];

async function readFactors({ db, party }: OwnFactorDeps, { userId }: Caller, origin: string) {
  const { authenticatorSince, isRequired } = await factorsOf(db, userId);
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const passkeys = await passkeysOf(db, userId);
  return {
    authenticatorSince: authenticatorSince?.toISOString() ?? null,
    recoveryCodesLeft: left,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    isRequired,
    hasPasskeys: party?.origin === origin,
  };
}
