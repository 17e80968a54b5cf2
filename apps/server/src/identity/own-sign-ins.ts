import { ownClientIds } from '@sidetone/contract/entities/user.ts';
import { type OwnSignIn, ownSignInRoutes } from '@sidetone/contract/http/sign-in/own-sign-in-routes.ts';
import { sql } from 'kysely';
import { type Answer, answer } from '../requests/answer.ts';
import { audit } from '../requests/audit.ts';
import type { Caller } from '../requests/callers.ts';
import { notFound, Refusal } from '../requests/refusal.ts';
import type { Database } from '../storage/database.ts';
import { provePassword } from './answering/prove-password.ts';
import { endSession, endSessions } from './end-sessions.ts';
import { hashChosenPassword } from './known-passwords.ts';
import type { Throttle } from './throttle.ts';

/** Where someone is signed in, and their own password. */
export const ownSignIns = ({ db, throttle }: { db: Database; throttle: Throttle }): Answer[] => [
  answer(ownSignInRoutes.ownSignIns, async ({ caller }) => ({ signIns: await signInsOf(db, caller) })),

  answer(ownSignInRoutes.endSignIn, async ({ caller, params, address }) => {
    await db.transaction().execute(async (trx) => {
      if (!(await endSession(trx, caller.userId, params.signInId))) throw notFound('sign-in');
      const { accountId, userId } = caller;
      await audit(trx, { accountId, actorUserId: userId, action: 'signIn.ended', target: userId, address });
    });
    return { ended: true } as const;
  }),

  answer(ownSignInRoutes.endOtherSignIns, ({ caller, address }) =>
    db.transaction().execute(async (trx) => {
      const { accountId, userId, grantId } = caller;
      const ended = await endSessions(trx, userId, grantId);
      const what = { action: 'signIn.allEnded', target: userId, detail: { ended } } as const;
      await audit(trx, { accountId, actorUserId: userId, address, ...what });
      return { ended };
    }),
  ),

  answer(ownSignInRoutes.changePassword, ({ caller, body, address }) =>
    changePassword({ db, throttle }, { caller, address, ...body }),
  ),
];

/**
 * Gives someone another password who knows the one they have. Every other sign-in of theirs ends, and links for a new
 * password no longer work. Throws `Refusal` WRONG_CREDENTIALS, or TOO_MANY_ATTEMPTS: who found an open browser may guess as
 * little as at the door.
 */
async function changePassword(
  { db, throttle }: { db: Database; throttle: Throttle },
  asked: { caller: Caller; address: string; current: string; password: string },
): Promise<{ ended: number }> {
  const { accountId, userId, grantId } = asked.caller;
  const user = await provePassword(
    { db, throttle },
    { caller: asked.caller, address: asked.address, password: asked.current },
  );
  const passwordHash = await hashChosenPassword(asked.password);
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      // Hashing takes a while: a password set in the meantime stays.
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('WRONG_CREDENTIALS', 'The password is another one by now.');
    await trx.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
    const ended = await endSessions(trx, userId, grantId);
    await audit(trx, {
      accountId,
      actorUserId: userId,
      address: asked.address,
      action: 'user.passwordChanged',
      target: userId,
      detail: { ended },
    });
    return { ended };
  });
}

/** A grant whose tokens have all run out is no sign-in any more. */
async function signInsOf(db: Database, { userId, grantId }: Caller): Promise<OwnSignIn[]> {
  const rows = await db
    .selectFrom('oidc_documents as given')
    .innerJoin('oidc_documents as token', (join) =>
      join
        .onRef('token.grant_id', '=', 'given.id')
        .on('token.model', 'in', ['AccessToken', 'RefreshToken'])
        .on('token.consumed_at', 'is', null)
        .on('token.expires_at', '>', sql<Date>`now()`),
    )
    .select(['given.id', 'given.agent', 'given.address'])
    .select([
      sql<string>`given.payload ->> 'clientId'`.as('client'),
      sql<number>`(given.payload ->> 'iat')::float8`.as('started'),
      sql<number>`max((token.payload ->> 'iat')::float8)`.as('used'),
    ])
    .where('given.model', '=', 'Grant')
    .where(sql`given.payload ->> 'accountId'`, '=', userId)
    .groupBy(['given.id', 'given.agent', 'given.address', 'given.payload'])
    .orderBy(sql`given.id = ${grantId}`, 'desc')
    .orderBy('used', 'desc')
    .orderBy('given.id')
    .execute();
  return rows.map(({ id, agent, address, client, started, used }) => ({
    id,
    agent,
    address,
    isThis: id === grantId,
    program: client === ownClientIds.desktop ? ('desktop' as const) : ('browser' as const),
    startedAt: new Date(started * 1000).toISOString(),
    lastUsedAt: new Date(used * 1000).toISOString(),
  }));
}
