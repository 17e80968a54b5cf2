import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Phones, Standing } from './standing-process.ts';

/** Has so many calls stand with sound both ways at one number; gives the way to end them and to learn how their sound fared. */
export async function standingCalls(
  server: number,
  number: string,
  howMany: number,
  phones: Phones,
): Promise<() => Promise<Standing>> {
  const child = fork(new URL('./standing-process.ts', import.meta.url), [String(server), number, String(howMany)]);
  const heard = (): Promise<unknown> =>
    Promise.race([
      once(child, 'message').then(([message]) => message as unknown),
      once(child, 'exit').then(() => Promise.reject(new Error('The standing calls ended.'))),
    ]);
  child.send(phones);
  await heard();
  return async () => {
    const result = heard();
    child.send('over');
    return (await result) as Standing;
  };
}
