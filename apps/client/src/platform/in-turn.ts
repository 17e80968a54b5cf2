export interface InTurn<T> {
  /**
   * Runs once every earlier order about the same thing is over, with the result of the last one: null where that failed
   * or there was none. Rejects with the error of `order`.
   */
  run(key: string, order: (before: T | null) => Promise<T>): Promise<T>;
  /** Whether no order about the same thing came after this one; false for one that was never given. */
  isLast(key: string, order: Promise<T>): boolean;
  /** Earlier orders about a thing no longer count. */
  forget(key: string): void;
  forgetAll(): void;
}

/** Orders about the same thing, one after the other; those about others run beside them. */
export function inTurn<T>(): InTurn<T> {
  const last = new Map<string, Promise<T>>();
  return {
    run(key, order) {
      const before: Promise<T | null> = last.get(key)?.catch(() => null) ?? Promise.resolve(null);
      const own = before.then(order);
      last.set(key, own);
      return own;
    },
    isLast: (key, order) => last.get(key) === order,
    forget: (key) => void last.delete(key),
    forgetAll: () => last.clear(),
  };
}
