/** Answers that are kept for a while in this process. */
interface Kept<T> {
  /**
   * What was answered before, or what `ask` answers; one that is being asked for is asked for once. Failures are not kept, nor
   * shared: another asker may have had less time. Rejects once `signal` says so.
   */
  of(key: string, ask: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** What `ask` answers now, which is kept in place of what was answered before. */
  renewed(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Keeps answers for so long. */
export function kept<T>(ms: number): Kept<T> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  const renewed: Kept<T>['renewed'] = async (key, ask) => {
    const before = answers.get(key);
    const answer = ask();
    answers.set(key, { at: performance.now(), answer });
    answer.catch(() => {
      if (answers.get(key)?.answer !== answer) return;
      answers.delete(key);
      // The one before may have failed as well by now, or fail yet.
      const takeBack = () => {
        if (before && !answers.has(key)) answers.set(key, before);
      };
      before?.answer.then(takeBack, () => undefined);
    });
    return await answer;
  };
  const shared = async (key: string, ask: () => Promise<T>): Promise<T> => {
    const now = performance.now();
    for (const [old, { at }] of answers) if (now - at > ms) answers.delete(old);
    const known = answers.get(key);
    if (!known) return await renewed(key, ask);
    return await known.answer.catch(async () => await (answers.get(key)?.answer ?? renewed(key, ask)));
  };
  return {
    renewed,
    of: async (key, ask, signal) => await within(signal, shared(key, ask)),
  };
}

/** What is answered before the signal says that nobody waits any longer. */
async function within<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([answer, late]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
