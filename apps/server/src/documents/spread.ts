/** After this time everything has been handed on. */
const withinMs = 10_000;
const everyMs = 100;
/** So few are no burden, and nobody waits for them. */
const fewAtOnce = 20;

/**
 * Hands on everything, spread over ten seconds where it is much: what all of it needs would else be asked of a database in
 * the moment in which that has just come back. The first are handed on immediately. Gives the way to stop.
 */
export function spread<T>(all: readonly T[], hand: (one: T) => void): () => void {
  const atOnce = Math.max(fewAtOnce, Math.ceil(all.length / (withinMs / everyMs)));
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  const goOn = () => {
    const now = all.slice(next, next + atOnce);
    next += now.length;
    timer = next < all.length ? setTimeout(goOn, everyMs) : undefined;
    for (const one of now) hand(one);
  };
  goOn();
  return () => clearTimeout(timer);
}
