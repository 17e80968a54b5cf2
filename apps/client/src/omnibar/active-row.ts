/** The line that the arrow keys lead to from this one; at the ends it goes round. */
export function stepFrom(keys: readonly string[], active: string | null, step: 1 | -1): string | null {
  if (keys.length === 0) return null;
  const here = active === null ? -1 : keys.indexOf(active);
  if (here === -1) return (step === 1 ? keys[0] : keys.at(-1)) ?? null;
  return keys[(here + step + keys.length) % keys.length] ?? null;
}

/**
 * The line that is active: the chosen one while it is there, else the first. Whoever typed their own number meant
 * nobody of the list, so then (`unasked` false) only a chosen line is active.
 */
export function activeOf(keys: readonly string[], chosen: string | null, unasked = true): string | null {
  if (chosen !== null && keys.includes(chosen)) return chosen;
  return unasked ? (keys[0] ?? null) : null;
}
