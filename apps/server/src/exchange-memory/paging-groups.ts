import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../storage/database.ts';
import { isDnd } from './do-not-disturb.ts';

/** Paging groups as calls find them, read each time: a change counts from the next page on. */
export const pagingGroups = (db: Database) => ({
  /** The group of this account that is dialled by this number; null where there is none. */
  async pagingGroup(accountId: string, number: string) {
    const row = await db
      .selectFrom('paging_groups')
      .select((group) => [
        'id as groupId',
        'name',
        'longest_seconds as longestSeconds',
        'all_may_page as allMayPage',
        jsonArrayFrom(
          group
            .selectFrom('paging_people')
            .innerJoin('users', 'users.id', 'paging_people.user_id')
            .select(['users.id as userId', 'hears', 'may_page as mayPage'])
            .select(sql<boolean>`${isDnd} or coalesce(presence_elsewhere(users.id) = 'busy', false)`.as('isDnd'))
            .whereRef('paging_people.group_id', '=', 'paging_groups.id')
            .where('users.deactivated_at', 'is', null)
            .orderBy('users.id'),
        ).as('people'),
      ])
      .where('account_id', '=', accountId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!row) return null;
    const { people, allMayPage, ...group } = row;
    return {
      ...group,
      callerIds: allMayPage ? null : people.filter(({ mayPage }) => mayPage).map(({ userId }) => userId),
      members: people
        .filter(({ hears }) => hears)
        .map(({ userId, isDnd: wantsNoCalls }) => ({ userId, isDnd: wantsNoCalls })),
    };
  },
});
