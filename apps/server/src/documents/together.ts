/** Asks once for all that is wanted in one moment; everybody gets the whole answer. */
export function together<A, R>(ask: (all: readonly A[]) => Promise<R>): (one: A) => Promise<R> {
  let wanted: A[] = [];
  let asking: Promise<R> | undefined;
  const soon = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const all = wanted;
    wanted = [];
    asking = undefined;
    return await ask(all);
  };
  return async (one) => {
    wanted.push(one);
    asking ??= soon();
    return await asking;
  };
}
