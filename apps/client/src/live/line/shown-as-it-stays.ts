import type { LiveSource } from './live-source.ts';

/**
 * A source whose messages come when they can be shown as they stay: one that `whenShowable` holds back keeps those behind it, and
 * once the user has changed, none of the earlier one's comes through.
 */
export function shownAsItStays(
  source: LiveSource,
  whenShowable: (message: unknown) => Promise<void> | null,
): LiveSource {
  let generation = 0;
  return {
    renew() {
      generation += 1;
      source.renew();
    },
    subscribe(name, params, listener) {
      const since = generation;
      let held: unknown[] | null = null;
      let isOver = false;
      const stop = source.subscribe(name, params, {
        message(message) {
          if (held !== null) {
            held.push(message);
            return;
          }
          const wait = whenShowable(message);
          if (wait === null) {
            listener.message(message);
            return;
          }
          held = [message];
          void wait.then(() => {
            const all = held ?? [];
            held = null;
            for (const one of all) if (!isOver && since === generation) listener.message(one);
          });
        },
        failed(error) {
          isOver = true;
          listener.failed(error);
        },
      });
      return () => {
        isOver = true;
        stop();
      };
    },
  };
}
