import type { RunningCall } from './running-call.ts';

/** Calls that changed, told once for all that happens in one moment: a leg that goes to another call is never seen without one. */
export interface ChangedCalls {
  note(running: RunningCall): void;
  /** The caller is on the way to another call: it is not told before the function that this gives is called. */
  keepBack(running: RunningCall): () => void;
  hear(listener: (changed: readonly RunningCall[]) => void): void;
}

export function changedCalls(): ChangedCalls {
  const changed = new Set<RunningCall>();
  const kept = new Set<RunningCall>();
  let listener: (changed: readonly RunningCall[]) => void = () => {};

  const note = (running: RunningCall): void => {
    changed.add(running);
    if (changed.size > 1) return;
    queueMicrotask(() => {
      const all = [...changed].filter((each) => !kept.has(each));
      changed.clear();
      listener(all);
    });
  };
  return {
    note,
    keepBack(running) {
      kept.add(running);
      return () => {
        kept.delete(running);
        note(running);
      };
    },
    hear(heard) {
      listener = heard;
    },
  };
}
