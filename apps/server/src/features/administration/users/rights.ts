import type { AdminUserChange } from '@sidetone/contract/entities/admin-user.ts';
import { type AdminRights, type AdminRole, adminRoles, holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { defaultGrants } from '@sidetone/contract/rules/grants.ts';
import { adminRightsOf } from '../../../requests/admin-rights.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Administrator, Note } from '../administer.ts';
import { keepAnAdministrator } from './last-administrator.ts';

/** The rights of a user as they are to be; what is missing stays. */
interface WantedRights {
  readonly admin?: boolean | undefined;
  readonly roles?: readonly AdminRole[] | undefined;
}

/**
 * Makes a user an administrator, or gives and takes roles, within a change of the account; everything that does either comes
 * here. Administrators hold no roles. Whether `by` may change this user at all is asked before. Throws `Refusal` FORBIDDEN
 * for rights that `by` does not have, CONFLICT for the last administrator.
 */
export async function writeRights(
  trx: Writer,
  note: Note,
  by: Administrator,
  { userId, before, wanted }: { userId: string; before: AdminRights; wanted: WantedRights },
): Promise<void> {
  const { admin, roles } = rightsAfter(before, wanted);
  const rolesBefore = inOrder(before.roles ?? []);
  const isSame = roles.join() === rolesBefore.join();
  if (admin === before.admin && isSame) return;
  await requireMayGive(trx, by, before, { admin, roles });
  if (before.admin && !admin) await keepAnAdministrator(trx, by.accountId, userId);
  await trx
    .updateTable('users')
    .set({ admin, roles: [...roles] })
    .where('id', '=', userId)
    .execute();
  await note('user.roleChanged', userId, {
    ...(admin === before.admin ? {} : { admin: { from: before.admin, to: admin } }),
    ...(isSame ? {} : { roles: { from: rolesBefore, to: roles } }),
  });
}

/** The rights that a new user has from the start; throws as `writeRights` does. */
export async function newRights(
  trx: Writer,
  by: Administrator,
  wanted: { readonly admin: boolean; readonly roles: readonly AdminRole[] },
): Promise<{ admin: boolean; roles: AdminRole[] }> {
  const after = rightsAfter({ admin: false, roles: [] }, wanted);
  await requireMayGive(trx, by, { admin: false, roles: [] }, after);
  return { admin: after.admin, roles: [...after.roles] };
}

const inOrder = (roles: readonly string[]): readonly AdminRole[] => adminRoles.filter((role) => roles.includes(role));

const rightsAfter = (
  before: AdminRights,
  { admin = before.admin, roles = inOrder(before.roles ?? []) }: WantedRights,
) => ({
  admin,
  roles: admin ? [] : inOrder(roles),
});

/** Nobody gives or takes what they do not have themselves. */
async function requireMayGive(trx: Writer, by: Administrator, before: AdminRights, after: AdminRights): Promise<void> {
  const own = await adminRightsOf(trx, by);
  if (own.admin) return;
  const [was, is] = [before.roles ?? [], after.roles ?? []];
  const touched = adminRoles.filter((role) => was.includes(role) !== is.includes(role));
  if (after.admin || before.admin || touched.some((role) => !holdsRole(own, role))) {
    throw new Refusal('FORBIDDEN', 'You can only give and take roles that you hold yourself.');
  }
}

/** The permissions that everyone who administers users may give. */
const ordinary: ReadonlySet<string> = new Set(defaultGrants);

/**
 * What someone without all rights must not write of a user, besides roles: permissions that they do not have themselves and
 * that not everyone gets, and of themselves limits and queues. Throws `Refusal` FORBIDDEN.
 */
export async function requireMayWrite(
  trx: Writer,
  by: Administrator,
  { userId, grants: before }: { userId: string | null; grants: readonly string[] },
  change: Pick<AdminUserChange, 'grants' | 'limits' | 'channelIds'>,
): Promise<void> {
  const own = await adminRightsOf(trx, by);
  if (own.admin || by.userId === null) return;
  const given = (change.grants ?? before).filter((grant) => !before.includes(grant) && !ordinary.has(grant));
  if (given.length > 0) {
    const { grants } = await trx
      .selectFrom('users')
      .select('grants')
      .where('id', '=', by.userId)
      .executeTakeFirstOrThrow();
    if (given.some((grant) => !grants.includes(grant))) {
      throw new Refusal('FORBIDDEN', 'You can only give permissions that you have yourself.');
    }
  }
  if (userId !== by.userId) return;
  const raises = change.limits !== undefined || (change.channelIds !== undefined && !holdsRole(own, 'queues'));
  if (raises) throw new Refusal('FORBIDDEN', 'Someone else has to change this for you.');
}
