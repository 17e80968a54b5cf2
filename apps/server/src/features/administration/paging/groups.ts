import {
  type NewPagingGroup,
  type PagingGroupChange,
  type PagingProblem,
  pagingLimits,
} from '@sidetone/contract/entities/paging-group.ts';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { hasUsers } from '../has-users.ts';
import { pagingGroupsOf } from './group-row.ts';

/**
 * Creates a paging group. Throws `Refusal` CONFLICT where there are too many, or where another one has the number,
 * VALIDATION_FAILED for users of nobody here.
 */
export const addGroup = (db: Database, by: Administrator, given: NewPagingGroup): Promise<string> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    if ((await pagingGroupsOf(trx, accountId)).length >= pagingLimits.groups)
      throw refused('CONFLICT', 'There are as many paging groups as there may be.', 'name', 'tooMany');
    await refuseStrangers(trx, accountId, given);
    const id = newId('g');
    await trx
      .insertInto('paging_groups')
      .values({ id, account_id: accountId, ...columnsOf(given) })
      .execute();
    await writePeople(trx, id, given);
    await note('pagingGroup.created', id, { name: given.name, number: given.number });
    return id;
  });

/** Changes a paging group, from the next page on. Throws as `addGroup` does, NOT_FOUND, and CONFLICT where it changed since. */
export const changeGroup = (
  db: Database,
  by: Administrator,
  groupId: string,
  { revision, ...given }: PagingGroupChange,
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const before = await groupOf(trx, accountId, groupId);
    if (revision !== undefined && revision !== before.revision)
      throw new Refusal('CONFLICT', 'The paging group has changed since.');
    await refuseStrangers(trx, accountId, given);
    const sorted = { ...given, memberIds: given.memberIds.toSorted(), callerIds: given.callerIds?.toSorted() ?? null };
    const changed = differences({ ...before }, sorted);
    if (Object.keys(changed).length === 0) return;
    await trx
      .updateTable('paging_groups')
      .set({ ...columnsOf(given), revision: before.revision + 1 })
      .where('id', '=', groupId)
      .execute();
    await trx.deleteFrom('paging_people').where('group_id', '=', groupId).execute();
    await writePeople(trx, groupId, given);
    await note('pagingGroup.changed', groupId, changed);
  });

/** Deletes a paging group; a page that runs is heard to its end. Throws `Refusal` NOT_FOUND. */
export const removeGroup = (db: Database, by: Administrator, groupId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { name } = await groupOf(trx, by.accountId, groupId);
    await trx.deleteFrom('paging_groups').where('id', '=', groupId).execute();
    await note('pagingGroup.removed', groupId, { name });
  });

async function groupOf(trx: Writer, accountId: string, groupId: string) {
  const group = (await pagingGroupsOf(trx, accountId)).find(({ id }) => id === groupId);
  if (!group) throw notFound('paging group');
  return group;
}

const columnsOf = ({ name, number, longestSeconds, callerIds }: NewPagingGroup) => ({
  name,
  number,
  longest_seconds: longestSeconds,
  all_may_page: callerIds === null,
});

/** Members, and users who may page. */
async function writePeople(trx: Writer, groupId: string, { memberIds, callerIds }: NewPagingGroup): Promise<void> {
  const rows = everybodyIn({ memberIds, callerIds }).map((userId) => ({
    group_id: groupId,
    user_id: userId,
    hears: memberIds.includes(userId),
    may_page: callerIds?.includes(userId) ?? false,
  }));
  if (rows.length > 0) await trx.insertInto('paging_people').values(rows).execute();
}

const everybodyIn = ({ memberIds, callerIds }: Pick<NewPagingGroup, 'memberIds' | 'callerIds'>): string[] => [
  ...new Set([...memberIds, ...(callerIds ?? [])]),
];

async function refuseStrangers(trx: Writer, accountId: string, given: NewPagingGroup): Promise<void> {
  if (!(await hasUsers(trx, accountId, everybodyIn(given))))
    throw refused('VALIDATION_FAILED', 'There is no such user.', 'memberIds', 'unknownUser');
}

const refused = (code: 'CONFLICT' | 'VALIDATION_FAILED', words: string, path: string, message: PagingProblem) =>
  new Refusal(code, words, { issues: [{ path, message }] });
