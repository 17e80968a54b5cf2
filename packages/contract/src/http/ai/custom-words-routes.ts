import { z } from 'zod';
import { customWords } from '../../entities/feature.ts';
import { defineRoute } from '../route.ts';

const ofAccount = z.object({ accountId: z.string().min(1).max(100) });

/** The words of an account, for everyone of it who has AI features. SAPI-059 */
export const customWordsRoutes = {
  customWords: defineRoute({
    method: 'GET',
    path: '/accounts/{accountId}/custom-words',
    summary: 'The words that transcripts of your account are to spell right',
    audience: 'user',
    params: ofAccount,
    reply: customWords,
    errors: ['FORBIDDEN'],
  }),

  writeCustomWords: defineRoute({
    method: 'PUT',
    path: '/accounts/{accountId}/custom-words',
    summary:
      'Write the whole list over the one with this revision, 0 if there is none. CONFLICT if someone else has written since',
    audience: 'user',
    params: ofAccount,
    body: customWords,
    reply: customWords,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),
} as const;
