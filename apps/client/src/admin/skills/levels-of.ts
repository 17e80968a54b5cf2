import type { AdminSkill } from '@sidetone/contract/entities/skill.ts';
import type { SkillLevels } from '@sidetone/contract/rules/queues/skills.ts';

/** What a user can, by the ids of skills. */
export const levelsOf = (skills: readonly AdminSkill[], userId: string): SkillLevels =>
  Object.fromEntries(
    skills.flatMap(({ id, people }) => {
      const level = people.find((one) => one.userId === userId)?.level;
      return level === undefined ? [] : [[id, level]];
    }),
  );

interface Person {
  userId: string;
  level: number;
}

/**
 * Who has a skill after a form: what was changed in it since it was filled, in what others have made of it by now; undefined where
 * nothing was.
 */
export function peopleChanged(filled: readonly Person[], typed: readonly Person[], now: readonly Person[]) {
  const isIn = (people: readonly Person[], { userId, level }: Person) =>
    people.some((one) => one.userId === userId && one.level === level);
  const set = typed.filter((person) => !isIn(filled, person));
  const gone = filled.filter(({ userId }) => typed.every((one) => one.userId !== userId));
  if (set.length === 0 && gone.length === 0) return undefined;
  const touched = new Set([...set, ...gone].map(({ userId }) => userId));
  return [...now.filter(({ userId }) => !touched.has(userId)), ...set];
}

type Levelled = readonly { id: string; level: number }[];

/** Whether two lists name the same skills with the same levels, in any order. */
export const sameLevels = (one: Levelled, two: Levelled): boolean =>
  one.length === two.length &&
  one.every(({ id, level }) => two.some((other) => other.id === id && other.level === level));
