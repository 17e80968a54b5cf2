export interface InTurn<T> {
  /**
   * Runs once everything before it about the same thing is over, with what the last of it came to: null where that failed or
   * there was none. Rejects with what `order` rejects with.
   */
  run(key: string, order: (before: T | null) => Promise<T>): Promise<T>;
  /** Whether nothing came after this order about its thing; false for one that was never given. */
  isLast(key: string, order: Promise<T>): boolean;
  /** What was done to a thing no longer counts. */
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
