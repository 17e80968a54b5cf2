import { ApiError } from '#live/line/api-error.ts';

/** Longer waits make no sense for a list that is worked through. */
const longestWaitSeconds = 60;

/** Runs a request, and again after the wait that the server names whenever it was made too often. */
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
