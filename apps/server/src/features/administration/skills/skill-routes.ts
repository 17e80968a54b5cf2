import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import { administrator } from '../administer.ts';
import { addSkill, changeSkill, removeSkill, setSkillsOf } from './skills.ts';

export const skillRoutes = ({ db }: { readonly db: Database }): Answer[] => [
  answer(routes.createSkill, async (asked) => ({ id: await addSkill(db, administrator(asked), asked.body) })),
  answer(routes.changeSkill, async (asked) => {
    await changeSkill(db, administrator(asked), asked.params.skillId, asked.body);
    return {};
  }),
  answer(routes.deleteSkill, async (asked) => {
    await removeSkill(db, administrator(asked), asked.params.skillId);
    return {};
  }),
  answer(routes.setUserSkills, async (asked) => {
    await setSkillsOf(db, administrator(asked), asked.params.userId, asked.body);
    return {};
  }),
];

/** Skills with those who have them, deactivated users too, as administrators see them. */
export const skillDocuments = (db: Database): LiveSource =>
  adminSource<typeof liveQueries.adminSkills>(db, {
    query: liveQueries.adminSkills,
    topics: ({ accountId }) => ['skills', 'user_skills'].map((table) => topic(table, 'account_id', accountId)),
    rows: ({ accountId }) => readSkills(db, accountId),
  });

async function readSkills(db: Database, accountId: string) {
  const skills = await db
    .selectFrom('skills')
    .select(['id', 'name', 'revision', 'rev'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const people = await db
    .selectFrom('user_skills')
    .select(['skill_id', 'user_id', 'level', 'rev'])
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .execute();
  return skills.map(({ id, name, revision, rev }) => {
    const own = people.filter(({ skill_id: skillId }) => skillId === id);
    return {
      id,
      name,
      revision,
      people: own.map(({ user_id: userId, level }) => ({ userId, level })),
      rev: Math.max(Number(rev), ...own.map((each) => Number(each.rev))),
    };
  });
}
