import { z } from 'zod';
import { changelog, changelogLanguage, changelogVersion } from '../entities/changelog.ts';
import { defineRoute } from './route.ts';

/** What the server has for people to read. */
export const contentRoutes = {
  changelog: defineRoute({
    method: 'GET',
    path: '/content/changelog/{version}/{language}',
    summary: 'List the changes of a version and those before it, newest first',
    audience: 'user',
    params: z.object({ version: changelogVersion, language: changelogLanguage }),
    reply: changelog,
    errors: ['NOT_FOUND'],
  }),
} as const;
