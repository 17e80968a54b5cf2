/** Answers that are kept for a while in this process. */
interface Kept<T> {
  /** What was answered before, or what `ask` answers; one that is being asked for is asked for once. Failures are not kept. */
  of(key: string, ask: () => Promise<T>): Promise<T>;
  /** What `ask` answers now, which is kept in place of what was answered before. */
  renewed(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Keeps answers for so long. */
export function kept<T>(ms: number): Kept<T> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  const renewed: Kept<T>['renewed'] = async (key, ask) => {
    const answer = ask();
    answers.set(key, { at: performance.now(), answer });
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key);
    });
    return await answer;
  };
  return {
    renewed,
    async of(key, ask) {
      const now = performance.now();
      for (const [old, { at }] of answers) if (now - at > ms) answers.delete(old);
      const known = answers.get(key);
      if (!known) return await renewed(key, ask);
      // Who asked first may have had less time: their failure is not ours.
      return await known.answer.catch(async () => await (answers.get(key)?.answer ?? renewed(key, ask)));
    },
  };
}
