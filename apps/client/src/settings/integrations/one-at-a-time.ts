/** Work that is done once for several presses of a button. */
interface OneAtATime {
  /** Whether it is being done. */
  readonly isRunning: boolean;
  /** Does it, unless it is being done already: then this press is ignored. Rejects as `work` does. */
  run(work: () => Promise<void>): Promise<void>;
}

export function oneAtATime(): OneAtATime {
  let isRunning = false;
  return {
    get isRunning() {
      return isRunning;
    },
    async run(work) {
      if (isRunning) return;
      isRunning = true;
      try {
        await work();
      } finally {
        isRunning = false;
      }
    },
  };
}
