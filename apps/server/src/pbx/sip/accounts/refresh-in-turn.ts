/**
 * Reads something again each time it changed, one reading after the other for each id: what was read first, such as an
 * account that is switched off by now, must not be opened last. Changes during a reading are one more reading.
 */
export function refreshInTurn(read: (id: string) => Promise<void>): (id: string) => Promise<void> {
  const running = new Map<string, { again: boolean; done: Promise<void> }>();
  return async (id) => {
    const before = running.get(id);
    if (before) {
      before.again = true;
      return await before.done;
    }
    const run = { again: true, done: Promise.resolve() };
    running.set(id, run);
    run.done = (async () => {
      try {
        while (run.again) {
          run.again = false;
          await read(id);
        }
      } finally {
        running.delete(id);
      }
    })();
    await run.done;
  };
}
