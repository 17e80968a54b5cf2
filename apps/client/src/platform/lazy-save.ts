/** A value that is saved once its user pauses in writing. */
export interface LazySave<Value> {
  /** Saves it after the pause, unless another value comes before. */
  write(value: Value): void;
  /** Saves immediately what waits, and resolves once nothing is under way. Never rejects. */
  flush(): Promise<void>;
}

/**
 * Saves lazily: `pauseMs` after the last value, one after the other. What fails is told to `onFailed` and not tried again
 * until the next value.
 */
export function lazySave<Value>(
  pauseMs: number,
  save: (value: Value) => Promise<unknown>,
  onFailed: (cause: unknown) => void,
): LazySave<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: Value } | null = null;
  let running: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    const next = waiting;
    waiting = null;
    if (next !== null) running = running.then(() => save(next.value)).then(() => undefined, onFailed);
    return running;
  };
  return {
    write(value) {
      waiting = { value };
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), pauseMs);
    },
    flush,
  };
}
