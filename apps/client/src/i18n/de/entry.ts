import type { entry as model } from '../en/entry.ts';
import type { Shape } from '../shape.ts';
import { app } from './app.ts';
import { errors } from './errors.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { start } from './start.ts';

export const entry: Shape<typeof model> = {
  app,
  errors,
  shell,
  signIn,
  start,
};
