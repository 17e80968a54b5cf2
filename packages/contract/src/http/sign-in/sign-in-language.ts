import { z } from 'zod';
import { locale } from '../../entities/common.ts';

/**
 * The language of a user who signs in: `chosen` by hand on the pages before the sign-in, which is kept; or what the
 * `browser` asks for, which counts while nobody has chosen another one.
 */
export const signInLanguage = z.object({ locale, by: z.enum(['chosen', 'browser']) });
export type SignInLanguage = z.infer<typeof signInLanguage>;
