import { ApiError } from '#live/line/api-error.ts';

/** Longer waits are no matter of a list that is worked through. */
const longestWaitSeconds = 60;

/** Does it, and once more after the wait that the server names whenever that was asked too often. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const seconds = error instanceof ApiError && error.code === 'TOO_MANY_ATTEMPTS' ? error.retryAfterSeconds : null;
      if (seconds === null || seconds > longestWaitSeconds) throw error;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
}
