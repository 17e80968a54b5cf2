import { z } from 'zod';
import { spokenText } from '../../entities/spoken-text.ts';
import { defineRoute } from '../route.ts';

/** Speech from text, by the service that the account has connected for it. */
export const spokenTextRoutes = {
  sayText: defineRoute({
    method: 'POST',
    path: '/spoken-texts',
    summary: 'Have a text of up to 1,000 characters spoken; 60 times an hour per user',
    audience: 'user',
    body: spokenText,
    /** A sound file, mostly `audio/wav`. */
    reply: z.unknown(),
    errors: ['NO_VOICE_SERVICE', 'VOICE_FAILED', 'TOO_MANY_ATTEMPTS'],
  }),
} as const;
