import { text } from 'node:stream/consumers';
import { CommandError } from './command.ts';

/** A password from this variable of the environment, or from standard input. Throws `CommandError`. */
export const passwordGiven = async (variable: string): Promise<string> => {
  const password = process.env[variable] ?? (process.stdin.isTTY ? '' : (await text(process.stdin)).trim());
  if (password !== '') return password;
  throw new CommandError(`Set the password of the SIP account in ${variable}, or pass it on standard input.`);
};
