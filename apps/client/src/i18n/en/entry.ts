import { app } from './app.ts';
import { errors } from './errors.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { start } from './start.ts';

/** Words that the first page needs: up to the sign-in, and where something failed. They are there from the start. */
export const entry = {
  app,
  errors,
  shell,
  signIn,
  start,
};
