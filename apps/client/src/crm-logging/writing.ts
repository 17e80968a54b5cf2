/** Nobody counts as writing so long after the last letter, in milliseconds. */
const writingPauseMs = 2_000;
const lookEveryMs = 200;

/** What users write in the window. */
interface Writing {
  /** Resolves once the user does not write: they left the field, or paused. */
  over(): Promise<void>;
  stop(): void;
}

/**
 * Follows what users write in a window, so that what opens by itself takes no letters from them. `isField` says whether
 * the focus is where one writes.
 */
export function followWriting(
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  isField: () => boolean,
): Writing {
  let last = Number.NEGATIVE_INFINITY;
  const note = () => {
    last = performance.now();
  };
  window.addEventListener('input', note, { capture: true });
  const writes = () => isField() && performance.now() - last < writingPauseMs;
  return {
    async over() {
      while (writes()) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    },
    stop: () => window.removeEventListener('input', note, { capture: true }),
  };
}

/** Whether the focus is in something that one writes in. */
export const isInField = (): boolean => document.activeElement?.matches(':read-write') ?? false;
