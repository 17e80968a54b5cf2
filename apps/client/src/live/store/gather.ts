/** Calls back once for all that came meanwhile. */
export interface Gathering {
  /** Asks for a call; asked again before it was called, it is called once. */
  add(listener: () => void): void;
  /** It is not called any more. */
  drop(listener: () => void): void;
}

/**
 * Gathers what is to be told: everything that arrived in one go is told together, so that the page is drawn once for it.
 * `soon` runs its work after what has arrived already.
 */
export function gathering(soon: (work: () => void) => void): Gathering {
  const waiting = new Set<() => void>();
  let isComing = false;
  const tell = () => {
    isComing = false;
    const now = [...waiting];
    // What a listener drops while the others are told is not called any more.
    for (const listener of now) if (waiting.delete(listener)) listener();
  };
  return {
    add(listener) {
      waiting.add(listener);
      if (isComing) return;
      isComing = true;
      soon(tell);
    },
    drop: (listener) => waiting.delete(listener),
  };
}

/**
 * Runs work in a task of its own, after those that wait already: a timer would be late by up to a second in a window that
 * nobody sees.
 */
export function soonInPage(): (work: () => void) => void {
  const channel = new MessageChannel();
  const works: (() => void)[] = [];
  channel.port1.onmessage = () => works.shift()?.();
  return (work) => {
    works.push(work);
    channel.port2.postMessage(null);
  };
}
