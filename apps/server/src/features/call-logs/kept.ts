/** Answers that are kept for a while in this process. */
export interface Kept<T> {
  /** What was answered before, or what `ask` answers; one that is being asked for is asked for once. Failures are not kept. */
  of(key: string, ask: () => Promise<T>): Promise<T>;
}

/** Keeps answers for so long. */
export function kept<T>(ms: number): Kept<T> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return {
    async of(key, ask) {
      const now = performance.now();
      for (const [old, { at }] of answers) if (now - at > ms) answers.delete(old);
      const known = answers.get(key);
      if (known) return await known.answer;
      const answer = ask();
      answers.set(key, { at: now, answer });
      answer.catch(() => answers.delete(key));
      return await answer;
    },
  };
}
