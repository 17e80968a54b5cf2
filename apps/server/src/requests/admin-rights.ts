import { type AdminRights, holdsRole, mayDoAllOf } from '@sidetone/contract/rules/admin/admin-roles.ts';
import type { Writer } from '../storage/writer.ts';
import { notFound, Refusal } from './refusal.ts';

/** Who administers: a user, or the command line of the server. */
interface Actor {
  readonly accountId: string;
  readonly userId: string | null;
  /** Set where a door let in what is no user, and may do everything behind it. */
  readonly rights?: 'everything';
}

const everything: AdminRights = { admin: true, roles: [] };
const nothing: AdminRights = { admin: false, roles: [] };

/** What was read in a transaction holds for the whole of it. */
const known = new WeakMap<Writer, Map<string, AdminRights>>();

/**
 * What someone may administer now, whatever they might when their request came in; the command line may everything. One
 * statement in each transaction.
 */
export async function adminRightsOf(trx: Writer, { accountId, userId, rights }: Actor): Promise<AdminRights> {
  if (userId === null || rights === 'everything') return everything;
  const read = trx.isTransaction ? known.get(trx)?.get(userId) : undefined;
  if (read) return read;
  const row = await trx
    .selectFrom('users')
    .select(['admin', 'roles'])
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  const found = row ?? nothing;
  if (trx.isTransaction) known.set(trx, (known.get(trx) ?? new Map()).set(userId, found));
  return found;
}

/**
 * Throws `Refusal` FORBIDDEN unless the actor administers users and may do all that this user may: whose password or email
 * address can be changed can be impersonated.
 */
export async function requireMayChangeUser(trx: Writer, by: Actor, user: AdminRights): Promise<void> {
  const rights = await adminRightsOf(trx, by);
  if (!holdsRole(rights, 'people')) throw new Refusal('FORBIDDEN', 'This is for those who administer users.');
  if (!mayDoAllOf(rights, user)) throw new Refusal('FORBIDDEN', 'This user may do more than you.');
}

/** The same for the user with this id. Throws `Refusal` NOT_FOUND, too. */
export async function requireMayChangeUserOf(trx: Writer, by: Actor, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['admin', 'roles'])
    .where('id', '=', userId)
    .where('account_id', '=', by.accountId)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  await requireMayChangeUser(trx, by, user);
}

/** Throws `Refusal` FORBIDDEN for what only administrators do. */
export async function requireAdministrator(trx: Writer, by: Actor): Promise<void> {
  if (!(await adminRightsOf(trx, by)).admin) throw new Refusal('FORBIDDEN', 'This is for administrators.');
}
