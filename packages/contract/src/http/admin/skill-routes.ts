import { z } from 'zod';
import { plainId, webUserId } from '../../entities/common.ts';
import { newSkill, skillChange, userSkills } from '../../entities/skill.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const oneSkill = z.object({ skillId: plainId });
const byAdmin = { audience: 'admin' } as const;

/** What users can, so that queues ring those whom callers need. */
export const skillRoutes = {
  createSkill: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/skills',
    summary: 'Create a skill, such as a language, and say who has it; up to 40 per account',
    body: newSkill,
    reply: z.object({ id: z.string() }),
    errors: ['CONFLICT'],
  }),

  changeSkill: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/skills/{skillId}',
    summary:
      'Rename a skill and, with `people`, say who has it, from the next call on. CONFLICT if it changed since this `revision`',
    params: oneSkill,
    body: skillChange,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  deleteSkill: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/skills/{skillId}',
    summary: 'Delete a skill that no queue, number or key of a menu asks for',
    params: oneSkill,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  setUserSkills: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/users/{userId}/skills',
    summary: 'Say which skills a user has, and how well: 1 to 3. CONFLICT if they are no longer those of `from`',
    params: z.object({ userId: webUserId }),
    body: userSkills,
    reply: nothing,
    errors: ['CONFLICT'],
  }),
} as const;
