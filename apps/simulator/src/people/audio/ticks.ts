/** Steps that are more than this late are passed over: nobody wants to hear a burst of old audio. */
const mostMissed = 10;

/**
 * Calls `step` every `ms`. Each is due at a time counted from the start, so that lateness does not add up; `missed` says
 * how many were passed over before it. Gives the way to stop.
 */
export function startTicks(ms: number, step: (missed: number) => void): () => void {
  const begun = performance.now();
  let next = 1;
  let timer: NodeJS.Timeout;
  const turn = () => {
    const due = Math.floor((performance.now() - begun) / ms);
    let missed = 0;
    if (due - next >= mostMissed) {
      missed = due - next;
      next = due;
    }
    for (; next <= due; next++) {
      step(missed);
      missed = 0;
    }
    timer = setTimeout(turn, Math.max(0, begun + next * ms - performance.now()));
  };
  timer = setTimeout(turn, ms);
  return () => clearTimeout(timer);
}
