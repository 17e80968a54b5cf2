/** Lets work wait while as many of its kind are under way as may be. */
export interface Turns {
  /** Works once it is its turn, in the order of asking; rejects with the reason of `signal`, also while it waits. */
  take<Value>(key: string, most: number | null, signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Begins with nobody in line. */
export function turns(): Turns {
  const lines = new Map<string, Line>();

  const enter = (line: Line, most: number, signal: AbortSignal): Promise<void> => {
    if (line.running < most) {
      line.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        // The turn of the one before is passed on.
        resolve();
      };
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      line.waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  };

  return {
    async take(key, most, signal, work) {
      if (most === null) return await work();
      signal.throwIfAborted();
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      await enter(line, most, signal);
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        if (next) next();
        else line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    },
  };
}
