import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { notFound } from '../../../requests/refusal.ts';
import { ScimError } from '../../../requests/scim-error.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, type Note } from '../administer.ts';
import { sharedChannels } from '../users/reach.ts';
import { type FilterColumns, filterCondition } from './filter.ts';
import { changeChannel } from './group-channels.ts';
import { applyPatch, type PatchOperation } from './patch.ts';
import type { Page } from './people.ts';
import { groupTable, type KeptGroup, patchableGroup, type WantedGroup, wantedGroup } from './resources.ts';

/** Most groups of a company; each is a row of the administration. */
const mostGroups = 500;

const columns: FilterColumns = {
  id: { of: sql`g.id`, as: 'exactText' },
  displayname: { of: sql`g.name`, as: 'text' },
  externalid: { of: sql`g.external_id`, as: 'exactText' },
  'meta.created': { of: sql`g.created_at`, as: 'moment' },
  'meta.lastmodified': { of: sql`g.changed_at`, as: 'moment' },
};

/** A page with members ends behind the group that reaches so many; there is always one group on it. */
const mostMembersOnPage = 2000;

/** A page of the groups of a company; their members only where they are asked for, and then it may be a short page. */
export async function listGroups(
  db: Writer,
  accountId: string,
  { filter, startIndex, count, withMembers }: Page & { readonly withMembers: boolean },
): Promise<{ total: number; groups: KeptGroup[] }> {
  const wanted = filter === null ? sql`true` : filterCondition(filter, columns);
  const all = sql`from directory_groups g where g.account_id = ${accountId} and ${wanted}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${all}`.execute(db);
  if (count === 0) return { total: counted.rows[0]?.total ?? 0, groups: [] };
  const members = withMembers
    ? sql`coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) order by u.id)
        from directory_group_members m join users u on u.id = m.user_id where m.group_id = g.id), '[]')`
    : sql`'[]'::jsonb`;
  const size = withMembers
    ? sql`(select count(*) from directory_group_members m where m.group_id = g.id)`
    : sql`0::bigint`;
  const { rows } = await sql<KeptGroup>`
    with page as (
      select g.*, ${size} as size ${all} order by g.created_at, g.id limit ${count} offset ${startIndex - 1}),
    filled as (select *, sum(size) over (order by created_at, id) - size as before from page)
    select g.id, g.name, g.external_id as "externalId", g.channel_id as "channelId", g.created_at as "createdAt",
      g.changed_at as "changedAt", ${members} as members
    from filled g where before < ${mostMembersOnPage} order by g.created_at, g.id`.execute(db);
  return { total: counted.rows[0]?.total ?? 0, groups: rows };
}

/** Throws `Refusal` NOT_FOUND for a group of others. */
export async function readGroup(
  db: Writer,
  accountId: string,
  groupId: string,
  withMembers = true,
): Promise<KeptGroup> {
  const filter = `id eq ${JSON.stringify(groupId)}`;
  const { groups } = await listGroups(db, accountId, { filter, startIndex: 1, count: 1, withMembers });
  if (!groups[0]) throw notFound('group');
  return groups[0];
}

/** Keeps a group; it does nothing until an administrator chooses a channel for it. Throws `ScimError` uniqueness. */
export const createGroup = (db: Database, by: Administrator, wanted: WantedGroup): Promise<KeptGroup> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const { total } = await listGroups(trx, accountId, { filter: null, startIndex: 1, count: 0, withMembers: false });
    if (total >= mostGroups) throw new ScimError(403, 'There are as many groups as there may be.');
    await refuseNamesake(trx, accountId, wanted.name, null);
    const id = randomUUID();
    const { name, externalId } = wanted;
    await trx
      .insertInto('directory_groups')
      .values({ id, account_id: accountId, name, external_id: externalId, channel_id: null })
      .execute();
    await writeGroup(trx, note, by, await readGroup(trx, accountId, id), wanted);
    return await readGroup(trx, accountId, id);
  });

/** Makes a group what a directory wants it to be. */
export const replaceGroup = (
  db: Database,
  by: Administrator,
  groupId: string,
  wanted: WantedGroup,
): Promise<KeptGroup> =>
  administer(db, by, async (trx, note) => {
    await writeGroup(trx, note, by, await readGroup(trx, by.accountId, groupId), wanted);
    return await readGroup(trx, by.accountId, groupId);
  });

/** Changes a group by operations, all of them or none. */
export const patchGroup = (
  db: Database,
  by: Administrator,
  groupId: string,
  operations: readonly PatchOperation[],
): Promise<KeptGroup> =>
  administer(db, by, async (trx, note) => {
    const group = await readGroup(trx, by.accountId, groupId);
    const wanted = wantedGroup(applyPatch(patchableGroup(group), operations, groupTable));
    await writeGroup(trx, note, by, group, wanted);
    return await readGroup(trx, by.accountId, groupId);
  });

/** Forgets a group. Members of its channel stay: a queue must not lose everyone because a group was deleted. */
export const forgetGroup = (db: Database, by: Administrator, groupId: string): Promise<void> =>
  administer(db, by, async (trx) => {
    await readGroup(trx, by.accountId, groupId, false);
    await trx.deleteFrom('directory_groups').where('id', '=', groupId).execute();
  });

/**
 * Chooses the channel of a group, whose members join it now; null for none, and then nobody leaves. Throws `Refusal`
 * NOT_FOUND for a group or shared channel that the account does not have.
 */
export const linkGroup = (db: Database, by: Administrator, groupId: string, channelId: string | null): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const group = await readGroup(trx, by.accountId, groupId);
    if (channelId !== null && !(await sharedChannels(trx, by.accountId)).has(channelId)) throw notFound('channel');
    await trx.updateTable('directory_groups').set({ channel_id: channelId }).where('id', '=', groupId).execute();
    await note('directory.groupLinked', groupId, {
      name: group.name,
      channelId: { from: group.channelId, to: channelId },
    });
    const joins = group.members.map(({ id }) => id);
    if (channelId !== null) await changeChannel(trx, note, by, channelId, { joins, leaves: new Set() });
  });

async function writeGroup(
  trx: Writer,
  note: Note,
  by: Administrator,
  before: KeptGroup,
  { name, externalId, memberIds }: WantedGroup,
): Promise<void> {
  await refuseNamesake(trx, by.accountId, name, before.id);
  const known = new Set(before.members.map(({ id }) => id));
  const wanted = new Set(memberIds);
  const joins = memberIds.filter((id) => !known.has(id));
  const leaves = new Set([...known].filter((id) => !wanted.has(id)));
  await refuseStrangers(trx, by.accountId, joins);
  if (joins.length > 0) {
    const rows = joins.map((id) => ({ group_id: before.id, user_id: id }));
    await trx.insertInto('directory_group_members').values(rows).execute();
  }
  if (leaves.size > 0) {
    await trx
      .deleteFrom('directory_group_members')
      .where('group_id', '=', before.id)
      .where('user_id', 'in', [...leaves])
      .execute();
  }
  await trx
    .updateTable('directory_groups')
    .set({ name, external_id: externalId, changed_at: sql<Date>`now()` })
    .where('id', '=', before.id)
    .execute();
  if (before.channelId !== null) await changeChannel(trx, note, by, before.channelId, { joins, leaves });
}

/** Throws `ScimError` for users that this directory does not see. */
async function refuseStrangers(trx: Writer, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u left join directory_users d on d.user_id = u.id
    where u.account_id = ${accountId} and d.forgotten_at is null and u.id = any(${[...ids]}::text[])`.execute(trx);
  if (rows[0]?.count !== ids.length) throw new ScimError(400, 'members: a user is not known here.', 'invalidValue');
}

async function refuseNamesake(trx: Writer, accountId: string, name: string, but: string | null): Promise<void> {
  const { rows } = await sql`select from directory_groups
    where account_id = ${accountId} and lower(name) = lower(${name}) and id is distinct from ${but}`.execute(trx);
  if (rows.length > 0) throw new ScimError(409, 'Another group has this displayName.', 'uniqueness');
}
