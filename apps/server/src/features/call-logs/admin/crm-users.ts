import type { CrmUser } from '../../../crm/crm-side.ts';
import { audit } from '../../../requests/audit.ts';
import { notFound } from '../../../requests/refusal.ts';
import { refusalOf } from '../log/crm-refusal.ts';
import { type Source, sourcesOf } from '../log/sources.ts';
import type { Asker, CallLogParts } from '../parts.ts';
import { sameUser } from '../records/same-user.ts';

type Ground = Pick<CallLogParts, 'db' | 'crm' | 'answers'>;

/** A CRM has so long to answer, in milliseconds. */
const withinMs = 12_000;
const mostUsers = 2000;

/**
 * The users of a CRM, and which of them each user of the account is. Throws `Refusal` NOT_FOUND for what is no CRM of the
 * account, INTEGRATION_REFRESH where it is signed out, INTEGRATION_FAILED where it does not answer.
 */
export async function crmUsersOf(ground: Ground, { accountId }: Asker, integrationId: string) {
  await sourceOf(ground, accountId, integrationId);
  const crmUsers = await usersOfCrm(ground, integrationId);
  const rows = await ground.db
    .selectFrom('users')
    .leftJoin('crm_users', (join) =>
      join.onRef('crm_users.user_id', '=', 'users.id').on('crm_users.integration_id', '=', integrationId),
    )
    .select(['users.id', 'users.email', 'crm_users.crm_user_id'])
    .where('users.account_id', '=', accountId)
    .where('users.deactivated_at', 'is', null)
    .orderBy('users.last_name')
    .orderBy('users.id')
    .limit(mostUsers)
    .execute();
  const same = sameUser(crmUsers);
  const users = rows.map((row) => ({
    userId: row.id,
    byHand: row.crm_user_id,
    byEmail: same.byEmail(row.email),
  }));
  return { crmUsers: crmUsers.map(({ id, name, email }) => ({ id, name, email })), users };
}

/**
 * Says which user of a CRM a user is: for logs and tasks that are written from now on. Null: the one with the same email
 * address. Throws like `crmUsersOf`, and NOT_FOUND for users that the account or the CRM does not have.
 */
export async function matchCrmUser(
  ground: Ground,
  by: Asker & { readonly address: string },
  { integrationId, userId }: { readonly integrationId: string; readonly userId: string },
  crmUserId: string | null,
): Promise<void> {
  const { accountId } = by;
  const { name } = await sourceOf(ground, accountId, integrationId);
  if (crmUserId !== null) {
    const known = await usersOfCrm(ground, integrationId);
    if (!known.some(({ id }) => id === crmUserId)) throw notFound('user of this CRM');
  }
  await ground.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('account_id', '=', accountId)
      .forShare()
      .executeTakeFirst();
    if (!user) throw notFound('user');
    if (crmUserId === null) {
      await trx
        .deleteFrom('crm_users')
        .where('integration_id', '=', integrationId)
        .where('user_id', '=', userId)
        .execute();
    } else {
      const row = { crm_user_id: crmUserId, chosen_by: by.userId, chosen_at: new Date() };
      await trx
        .insertInto('crm_users')
        .values({ ...row, integration_id: integrationId, user_id: userId })
        .onConflict((conflict) => conflict.columns(['integration_id', 'user_id']).doUpdateSet(row))
        .execute();
    }
    await audit(trx, {
      accountId,
      actorUserId: by.userId,
      address: by.address,
      action: 'crm.userMatched',
      target: userId,
      detail: { crm: name, crmUser: crmUserId },
    });
  });
}

async function sourceOf({ db, crm }: Ground, accountId: string, integrationId: string): Promise<Source> {
  const source = (await sourcesOf(db, crm, accountId)).find((one) => one.integrationId === integrationId);
  if (source === undefined) throw notFound('CRM');
  return source;
}

async function usersOfCrm({ crm, answers }: Ground, integrationId: string): Promise<readonly CrmUser[]> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    const ask = () => crm.use(integrationId, signal, (side) => side.users(signal));
    return (await answers.usersNow(integrationId, ask)).slice(0, mostUsers);
  } catch (error) {
    throw refusalOf(error);
  }
}
