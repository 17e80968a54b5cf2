import { mostChannelMembers } from '@sidetone/contract/entities/admin-channel.ts';
import type { SignOnGroup } from '@sidetone/contract/entities/single-sign-on.ts';
import { adminRoles } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { z } from 'zod';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Administrator, Note } from '../administer.ts';
import { changeMemberships, sharedChannels } from '../users/reach.ts';
import { userOf, writeUser } from '../users/users.ts';

/** What groups gave someone. Only that is taken away again: what an administrator gave by hand stays. */
const given = z
  .object({
    channelIds: z.array(z.string()).default([]),
    department: z.string().nullable().default(null),
    admin: z.boolean().default(false),
    /** Of before, since administrators hold none. */
    roles: z.array(z.enum(adminRoles)).default([]),
  })
  .catch({ channelIds: [], department: null, admin: false, roles: [] });
export type Given = z.output<typeof given>;
type Wanted = Omit<Given, 'roles'>;
export const givenOf = (stored: unknown): Given => given.parse(stored);

/** What the groups of someone are to give them. Directories write paths with a leading slash or without. */
export function wantedOf(rows: readonly SignOnGroup[], groups: readonly string[]): Wanted {
  const names = new Set(groups.map(bare));
  const theirs = rows.filter(({ group }) => names.has(bare(group)));
  return {
    channelIds: [...new Set(theirs.flatMap(({ channelIds }) => channelIds))],
    department: theirs.find(({ department }) => department !== null)?.department ?? null,
    admin: theirs.some(({ admin }) => admin),
  };
}

const bare = (group: string): string => group.trim().replace(/^\//, '');

/** Writes what the groups of someone give and no longer give; gives what is theirs by groups from now on. */
export async function applyGroups(
  trx: Writer,
  note: Note,
  by: Administrator,
  { userId, before, wanted }: { userId: string; before: Given; wanted: Wanted },
): Promise<Given> {
  const user = await userOf(trx, by.accountId, userId);
  const channelIds = await applyChannels(trx, note, by, { userId, before, wanted });
  const department = wanted.department ?? (before.department === user.department ? null : user.department);
  const isNewDepartment = department !== user.department;
  const isAdmin = wanted.admin || (user.admin && !before.admin);
  const change = {
    ...(isNewDepartment ? { department } : {}),
    ...(isAdmin === user.admin ? {} : isAdmin ? { admin: true } : { admin: false, roles: before.roles }),
  };
  const hasRole = await writeUser(trx, note, by, { userId, change }).then(
    () => true,
    async (error: unknown) => {
      // The last administrator stays one: nobody could make another.
      if (!(error instanceof Refusal && error.code === 'CONFLICT' && !isAdmin)) throw error;
      if (isNewDepartment) await writeUser(trx, note, by, { userId, change: { department } });
      return false;
    },
  );
  const hasGivenAdmin = wanted.admin && (before.admin || !user.admin);
  const gives = { channelIds, department: wanted.department };
  if (!hasRole) return { ...gives, admin: before.admin, roles: before.roles };
  const roles = user.admin ? before.roles : user.roles;
  return { ...gives, admin: hasGivenAdmin, roles: hasGivenAdmin ? roles : [] };
}

async function applyChannels(
  trx: Writer,
  note: Note,
  { accountId }: Administrator,
  { userId, before, wanted }: { userId: string; before: Given; wanted: Wanted },
): Promise<string[]> {
  const shared = await sharedChannels(trx, accountId);
  const rows = await trx.selectFrom('channel_members').select('channel_id').where('user_id', '=', userId).execute();
  const joined = new Set(rows.map((row) => row.channel_id));
  // A channel of the table may be gone by now.
  const known = wanted.channelIds.filter((id) => shared.has(id));
  const full = await fullOf(
    trx,
    known.filter((id) => !joined.has(id)),
  );
  for (const id of full) await note('singleSignOn.channelFull', userId, { channelId: id });
  const join = known.filter((id) => !full.has(id));
  const leave = before.channelIds.filter((id) => shared.has(id) && !join.includes(id));
  await changeMemberships(
    trx,
    note,
    { accountId, userId },
    { shared, join: { ids: join, path: 'groups' }, leave: { ids: leave, path: 'groups' } },
  );
  return join.filter((id) => before.channelIds.includes(id) || !joined.has(id));
}

/** Those of these channels that nobody can join: nobody is kept from signing in for it. */
async function fullOf(trx: Writer, channelIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('channel_members')
    .select('channel_id')
    .where('channel_id', 'in', channelIds)
    .groupBy('channel_id')
    .having(({ fn }) => fn.countAll<string>(), '>=', String(mostChannelMembers))
    .execute();
  return new Set(rows.map((row) => row.channel_id));
}
