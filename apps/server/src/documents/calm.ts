export interface Calm {
  /** Calls at once, unless it did so less than the time ago: then once when that is over, however often this is called. */
  call(): void;
  /** Forgets a call that is still to come. */
  stop(): void;
}

/** Calls at most once in `ms`, and always after the last time it was asked to. */
export function calm(ms: number, call: () => void): Calm {
  let pause: NodeJS.Timeout | undefined;
  let isAsked = false;
  const now = () => {
    isAsked = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isAsked) now();
    }, ms);
    pause.unref();
    call();
  };
  return {
    call() {
      if (pause === undefined) now();
      else isAsked = true;
    },
    stop() {
      clearTimeout(pause);
      pause = undefined;
      isAsked = false;
    },
  };
}
