import { sql } from 'kysely';
import type { CrmUser } from '../../../crm/crm-side.ts';
import type { Database } from '../../../storage/database.ts';
import { type Kept, kept } from '../kept.ts';
import type { CallLogParts } from '../parts.ts';

/** A CRM has so long to name its users, in milliseconds. */
const withinMs = 4_000;
/** Users of a CRM change rarely, and are asked for once in so long. */
const keptMs = 10 * 60_000;
const usersOfCrms = new WeakMap<CallLogParts['crm'], Kept<readonly CrmUser[]>>();

interface Ground extends Pick<CallLogParts, 'crm'> {
  readonly db: Database;
}

/**
 * The users here whom these users of a CRM are: whom an administrator named, else the one with the same email address. Those
 * whom nobody tells are left out, and all of them where the CRM does not answer.
 */
export async function ownersHere(
  { db, crm }: Ground,
  { accountId, integrationId }: { readonly accountId: string; readonly integrationId: string },
  crmUserIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (crmUserIds.length === 0) return new Map();
  const named = await db
    .selectFrom('crm_users')
    .select(['crm_user_id as owner', 'user_id as id'])
    .where('integration_id', '=', integrationId)
    .where('crm_user_id', 'in', crmUserIds)
    .execute();
  const found = new Map(named.map(({ owner, id }) => [owner, id]));
  const rest = crmUserIds.filter((id) => !found.has(id));
  if (rest.length === 0) return found;
  const addresses = new Map(
    (await usersOf(crm, integrationId)).flatMap(({ id, email }) =>
      email !== null && rest.includes(id) ? [[email.toLowerCase(), id] as const] : [],
    ),
  );
  if (addresses.size === 0) return found;
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`lower(email) = any(${[...addresses.keys()]}::text[])`)
    .execute();
  for (const { id, email } of rows) {
    const owner = addresses.get(email.toLowerCase());
    if (owner !== undefined) found.set(owner, id);
  }
  return found;
}

async function usersOf(crm: CallLogParts['crm'], integrationId: string): Promise<readonly CrmUser[]> {
  const lists = usersOfCrms.get(crm) ?? kept<readonly CrmUser[]>(keptMs);
  usersOfCrms.set(crm, lists);
  const signal = AbortSignal.timeout(withinMs);
  return await lists
    .of(integrationId, () => crm.use(integrationId, signal, (side) => side.users(signal)))
    .catch(() => []);
}
