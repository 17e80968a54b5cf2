/**
 * Has those who ask for the same at the same time share a reading. One that already runs may have missed what someone was
 * told of meanwhile; so those who ask while it runs share the next one, which begins when it has ended. Of each key one reading
 * runs at a time. A reading that fails fails for all who share it.
 */
export function sharedReading<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Value>>();
  const begin = (key: string, read: () => Promise<Value>): Promise<Value> => {
    const value = read();
    const ended = value.then(
      () => {},
      () => {},
    );
    running.set(key, ended);
    void ended.then(() => {
      if (running.get(key) === ended) running.delete(key);
    });
    return value;
  };
  return (key, read) => {
    const before = running.get(key);
    if (before === undefined) return begin(key, read);
    const waiting = next.get(key);
    if (waiting) return waiting;
    const value = before.then(() => {
      next.delete(key);
      return begin(key, read);
    });
    next.set(key, value);
    return value;
  };
}
