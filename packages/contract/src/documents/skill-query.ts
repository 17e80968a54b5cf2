import { z } from 'zod';
import { adminSkill } from '../entities/skill.ts';
import { defineLiveQuery } from './live-query.ts';

/** What administrators watch of the skills of users. */
export const skillQueries = {
  /** Skills of the account by name, with those who have them. */
  adminSkills: defineLiveQuery({ name: 'adminSkills', params: z.object({}), row: adminSkill }),
} as const;
