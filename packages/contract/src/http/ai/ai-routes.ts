import { z } from 'zod';
import { accountFlagChange, aiFeatureFlags, flags } from '../../entities/flags.ts';
import { defineRoute } from '../route.ts';

/** The AI features of the signed-in user, and what their account prefers. */
export const aiRoutes = {
  switchAiFeature: defineRoute({
    method: 'PUT',
    path: '/users/me/ai-features/{flag}',
    summary:
      'Switch an AI feature on or off for yourself, with everything that depends on it; returns all flags. CONFLICT if it needs another feature, or needs you to agree to the privacy text in its current version',
    audience: 'user',
    params: z.object({ flag: z.enum(aiFeatureFlags).exclude(['hasWebhook']) }),
    body: z.object({
      on: z.boolean(),
      /** The version of the text that the user agreed to just now. */
      acceptedPrivacyVersion: z.int().positive().optional(),
    }),
    reply: flags,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  changeAccountFlags: defineRoute({
    method: 'PATCH',
    path: '/accounts/{accountId}/flags',
    summary: "Change one of the account's own flags, such as which AI provider it prefers",
    audience: 'admin',
    params: z.object({ accountId: z.string().min(1).max(100) }),
    body: accountFlagChange,
    reply: flags,
  }),
} as const;
