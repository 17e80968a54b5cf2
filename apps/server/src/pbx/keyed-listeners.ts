/** Listeners who each hear of one key alone, such as an account or a user. */
interface KeyedListeners {
  tell(key: string): void;
  /** Gives the way to stop. */
  onChange(key: string, listener: () => void): () => void;
}

export function keyedListeners(): KeyedListeners {
  const listeners = new Map<string, Set<() => void>>();
  return {
    tell(key) {
      for (const hear of listeners.get(key) ?? []) hear();
    },
    onChange(key, listener) {
      // A listener that is given twice hears twice, and stops each by itself.
      const hear = () => listener();
      const ofKey = listeners.get(key) ?? new Set();
      listeners.set(key, ofKey.add(hear));
      return () => {
        ofKey.delete(hear);
        if (ofKey.size === 0 && listeners.get(key) === ofKey) listeners.delete(key);
      };
    },
  };
}
