/** A second click on the same number this soon belongs to a double click, in milliseconds. */
const doubleClickMs = 500;

/** When the user did what is being handled: a busy page comes to a second click much later than it was made. */
const inputTime = (): number => globalThis.event?.timeStamp ?? performance.now();

/** Tells whether a click on a number counts: the second of a double click does not (specification 5). */
export function singleClicks(now: () => number = inputTime): (number: string) => boolean {
  let last: { readonly number: string; readonly at: number } | null = null;
  return (number) => {
    const at = now();
    if (last?.number === number && at - last.at < doubleClickMs) return false;
    last = { number, at };
    return true;
  };
}
