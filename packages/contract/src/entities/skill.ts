import { z } from 'zod';
import { plainId, typedName, webUserId } from './common.ts';

export const skillLimits = {
  /** Of an account. */
  skills: 40,
  /** That one queue, key or number asks for. */
  needs: 5,
  /** Users who have one. */
  people: 2000,
} as const;

/** How well a user has a skill: basics, good, very good. */
export const skillLevel = z.int().min(1).max(3);

/** A skill with the level that somebody has, or that is asked for at least. */
const levelOfSkill = z.object({ skillId: plainId, level: skillLevel });
export type SkillNeed = z.infer<typeof levelOfSkill>;

const eachOnce = (most: number) =>
  z
    .array(levelOfSkill)
    .max(most)
    .refine((all) => new Set(all.map(({ skillId }) => skillId)).size === all.length, 'a skill is named twice');

/** Skills that a caller needs of those who ring. */
export const skillNeeds = eachOnce(skillLimits.needs);

/** How much a caller still asks for: each skill with its level, each at any level, one of them, or nobody in particular. */
export const skillSteps = ['levels', 'skills', 'oneSkill', 'anybody'] as const;
export type SkillStep = (typeof skillSteps)[number];

/** What a queue asks of the members that it rings. */
export const queueSkills = z.object({
  needs: skillNeeds.default([]),
  /** After each of these times a caller makes do with less: any level, then any of the skills, then any member. */
  relaxSeconds: z.int().min(5).max(600).default(30),
});
export type QueueSkills = z.infer<typeof queueSkills>;

/** Why a skill cannot be as it is asked for. `message` of the issue that names the field. */
export const skillProblems = ['tooMany', 'taken', 'asked', 'gone'] as const;
export type SkillProblem = (typeof skillProblems)[number];

/** Who has a skill, and how well. */
const skilledPeople = z
  .array(z.object({ userId: webUserId, level: skillLevel }))
  .max(skillLimits.people)
  .refine((all) => new Set(all.map(({ userId }) => userId)).size === all.length, 'a user is named twice');

/** A skill as administrators set it up; `people` left out: nobody, or those who have it already. */
export const newSkill = z.object({ name: typedName(60), people: skilledPeople.optional() });
export type NewSkill = z.infer<typeof newSkill>;

/** `revision`: that of the skill which was seen; left out: whatever it is now. */
export const skillChange = newSkill.extend({ revision: z.int().min(0).optional() });
export type SkillChange = z.infer<typeof skillChange>;

/** The skills of one user, all of them. `from`: those that were seen; left out: whatever they are now. */
export const userSkills = z.object({
  skills: eachOnce(skillLimits.skills),
  from: eachOnce(skillLimits.skills).optional(),
});
export type UserSkills = z.infer<typeof userSkills>;

/** A skill as administrators see it, with the users who have it. */
export const adminSkill = newSkill.extend({
  id: z.string(),
  rev: z.number(),
  people: z.array(z.object({ userId: z.string(), level: skillLevel })),
  revision: z.number(),
});
export type AdminSkill = z.infer<typeof adminSkill>;
