import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SignIn } from '../../e2e/world/sign-in.ts';

/** Has so many clients of these people connected; gives the way to end them. */
export async function connectClients(
  origin: string,
  people: readonly SignIn[],
  howMany: number,
): Promise<() => Promise<void>> {
  const child = fork(new URL('./watchers-process.ts', import.meta.url), [origin, String(howMany)]);
  child.send(people);
  const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
  if (ready === null) throw new Error('The clients could not connect.');
  return async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
}
