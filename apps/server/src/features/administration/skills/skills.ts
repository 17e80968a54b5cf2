import {
  type NewSkill,
  type SkillChange,
  type SkillNeed,
  type SkillProblem,
  skillLimits,
  type UserSkills,
} from '@sidetone/contract/entities/skill.ts';
import { sql } from 'kysely';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { hasUsers } from '../has-users.ts';
import { refuseUnknownSkills } from './known-skills.ts';

/** Creates a skill. Throws `Refusal` CONFLICT for too many or a name that is taken, NOT_FOUND for users of nobody here. */
export const addSkill = (db: Database, by: Administrator, { name, people = [] }: NewSkill): Promise<string> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const others = await trx.selectFrom('skills').select('name').where('account_id', '=', accountId).execute();
    if (others.length >= skillLimits.skills) throw refused('There are as many skills as there may be.', 'tooMany');
    await refuseTakenName(trx, accountId, name, null);
    const id = newId('k');
    await trx.insertInto('skills').values({ id, account_id: accountId, name }).execute();
    await writePeople(trx, accountId, id, people);
    await note('skill.created', id, { name, people });
    return id;
  });

/** Renames a skill, and says who has it. Throws `Refusal` as `addSkill` does, and CONFLICT where it changed since. */
export const changeSkill = (db: Database, by: Administrator, skillId: string, change: SkillChange): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const { name, people, revision } = change;
    const { revision: current, ...before } = await skillAt(trx, accountId, skillId);
    if (revision !== undefined && revision !== current) throw new Refusal('CONFLICT', 'The skill has changed since.');
    const changed = differences(before, { name, people: people && sorted(people) });
    if (Object.keys(changed).length === 0) return;
    await refuseTakenName(trx, accountId, name, skillId);
    await trx
      .updateTable('skills')
      .set({ name, revision: current + 1 })
      .where('id', '=', skillId)
      .execute();
    if (people) await writePeople(trx, accountId, skillId, people);
    await note('skill.changed', skillId, { name, ...changed });
  });

/** Deletes a skill. Throws `Refusal` NOT_FOUND, CONFLICT where a queue, a number or a key of a menu asks for it. */
export const removeSkill = (db: Database, by: Administrator, skillId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const { name } = await skillAt(trx, accountId, skillId);
    const names = jsonText({ id: skillId });
    const { rows } = await sql<{ asked: boolean }>`select (
      exists (select from channels where account_id = ${accountId}
        and jsonb_path_exists(routing, '$.skills.needs[*].skillId ? (@ == $id)', ${names}::jsonb))
      or exists (select from numbers where account_id = ${accountId}
        and jsonb_path_exists(skills, '$[*].skillId ? (@ == $id)', ${names}::jsonb))
      or exists (select from voice_menus where account_id = ${accountId}
        and jsonb_path_exists(settings, '$.keys[*].skills[*].skillId ? (@ == $id)', ${names}::jsonb))) as asked`.execute(
      trx,
    );
    if (rows[0]?.asked) throw refused('A queue, a number or a voice menu asks for this skill.', 'asked');
    await trx.deleteFrom('skills').where('id', '=', skillId).execute();
    await note('skill.removed', skillId, { name });
  });

/**
 * Says which skills a user has, from the next call on. Throws `Refusal` NOT_FOUND for users and skills of nobody here,
 * CONFLICT where they are no longer those of `from`.
 */
export const setSkillsOf = (
  db: Database,
  by: Administrator,
  userId: string,
  { skills, from }: UserSkills,
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    if (!(await hasUsers(trx, accountId, [userId]))) throw notFound('user');
    await refuseUnknownSkills(trx, accountId, skills, 'skills');
    const before = await trx
      .selectFrom('user_skills')
      .select(['skill_id as skillId', 'level'])
      .where('user_id', '=', userId)
      .orderBy('skill_id')
      .execute();
    if (from !== undefined && Object.keys(differences({ skills: before }, { skills: byId(from) })).length > 0)
      throw new Refusal('CONFLICT', 'The skills of the user have changed since.');
    const wanted = byId(skills);
    const changed = differences({ skills: before }, { skills: wanted });
    if (Object.keys(changed).length === 0) return;
    await trx.deleteFrom('user_skills').where('user_id', '=', userId).execute();
    const values = wanted.map(({ skillId, level }) => rowOf(accountId, userId, skillId, level));
    if (values.length > 0) await trx.insertInto('user_skills').values(values).execute();
    const levels = (all: readonly SkillNeed[]) => new Map(all.map(({ skillId, level }) => [skillId, level]));
    const [had, has] = [levels(before), levels(wanted)];
    const touched = [...new Set([...had.keys(), ...has.keys()])].filter((id) => had.get(id) !== has.get(id));
    await trx.updateTable('skills').set({ revision: sql<number>`revision + 1` }).where('id', 'in', touched).execute();
    await note('skill.ofUserChanged', userId, changed);
  });

const byId = (skills: readonly SkillNeed[]) => skills.toSorted((one, two) => (one.skillId < two.skillId ? -1 : 1));

type People = NonNullable<NewSkill['people']>;

const sorted = (people: People) => people.toSorted((one, two) => (one.userId < two.userId ? -1 : 1));

const rowOf = (accountId: string, userId: string, skillId: string, level: number) => ({
  account_id: accountId,
  user_id: userId,
  skill_id: skillId,
  level,
});

interface Skill {
  readonly name: string;
  readonly revision: number;
  readonly people: People;
}

async function skillAt(trx: Writer, accountId: string, skillId: string): Promise<Skill> {
  const skill = await trx
    .selectFrom('skills')
    .select(['name', 'revision'])
    .where('id', '=', skillId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!skill) throw notFound('skill');
  const people = await trx
    .selectFrom('user_skills')
    .select(['user_id as userId', 'level'])
    .where('skill_id', '=', skillId)
    .execute();
  return { ...skill, people: sorted(people) };
}

async function writePeople(trx: Writer, accountId: string, skillId: string, people: People): Promise<void> {
  const userIds = people.map(({ userId }) => userId);
  if (!(await hasUsers(trx, accountId, userIds))) throw notFound('user');
  await trx.deleteFrom('user_skills').where('skill_id', '=', skillId).execute();
  const values = people.map(({ userId, level }) => rowOf(accountId, userId, skillId, level));
  if (values.length > 0) await trx.insertInto('user_skills').values(values).execute();
}

async function refuseTakenName(trx: Writer, accountId: string, name: string, but: string | null): Promise<void> {
  const other = await trx
    .selectFrom('skills')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', 'is distinct from', but)
    .executeTakeFirst();
  if (other) throw refused(`A skill named ${name} already exists.`, 'taken');
}

const refused = (words: string, message: SkillProblem): Refusal =>
  new Refusal('CONFLICT', words, { issues: [{ path: 'name', message }] });
