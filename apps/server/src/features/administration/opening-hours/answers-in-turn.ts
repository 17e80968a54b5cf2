interface Turns<Question, Answer> {
  answer: (question: Question) => Promise<Answer>;
  /** Questions with the same key have the same answer. */
  keyOf: (question: Question) => string;
  /** The most questions without an answer yet; a further one is refused. */
  readonly mostWaiting: number;
  /** The most answers that are kept; those that were asked for longest ago go first. */
  readonly mostKept: number;
}

/** Answers one question after the other, and one that was asked before from memory. Rejects where too many wait. */
export function answersInTurn<Question, Answer>({ answer, keyOf, mostWaiting, mostKept }: Turns<Question, Answer>) {
  const kept = new Map<string, Promise<Answer>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const take = (question: Question): Promise<Answer> => {
    waiting += 1;
    const turn = last.then(async () => {
      try {
        return await answer(question);
      } finally {
        waiting -= 1;
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  return async (question: Question): Promise<Answer> => {
    const key = keyOf(question);
    const known = kept.get(key);
    if (known === undefined && waiting >= mostWaiting) throw new Error('Too many questions wait for an answer');
    const turn = known ?? take(question);
    kept.delete(key);
    kept.set(key, turn);
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
    try {
      return await turn;
    } catch (error) {
      if (kept.get(key) === turn) kept.delete(key);
      throw error;
    }
  };
}
