import { z } from 'zod';
import { isCommonPassword } from '../rules/common-password.ts';
import { passwordMinLength } from '../rules/limits.ts';

/** A password that someone chooses: long enough, and none of those that are tried first. */
export const chosenPassword = z
  .string()
  .min(passwordMinLength)
  .max(1000)
  .refine((password) => !isCommonPassword(password), { error: 'too common', params: { reason: 'common' } });
