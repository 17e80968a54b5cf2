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
