/** The number of lines that Page Up and Page Down pass. */
const pageRows = 8;

/**
 * The line that a key leads to from this one; null for a key that leads nowhere. A step wraps around at the ends, a
 * page stops there.
 */
export function rowByKey(key: string, keys: readonly string[], active: string | null): string | null {
  switch (key) {
    case 'ArrowDown':
      return stepFrom(keys, active, 1);
    case 'ArrowUp':
      return stepFrom(keys, active, -1);
    case 'PageDown':
      return pageFrom(keys, active, pageRows);
    case 'PageUp':
      return pageFrom(keys, active, -pageRows);
    case 'Home':
      return keys[0] ?? null;
    case 'End':
      return keys.at(-1) ?? null;
    default:
      return null;
  }
}

/** The line that the arrow keys lead to from this one; it wraps around at the ends. */
function stepFrom(keys: readonly string[], active: string | null, step: 1 | -1): string | null {
  if (keys.length === 0) return null;
  const here = active === null ? -1 : keys.indexOf(active);
  if (here === -1) return (step === 1 ? keys[0] : keys.at(-1)) ?? null;
  return keys[(here + step + keys.length) % keys.length] ?? null;
}

function pageFrom(keys: readonly string[], active: string | null, by: number): string | null {
  const here = active === null ? -1 : keys.indexOf(active);
  const to = Math.min(Math.max(here + by, 0), keys.length - 1);
  return keys[to] ?? null;
}

/** The active line: the chosen one while it is there, else the default. */
export function activeOf(keys: readonly string[], chosen: string | null, unasked: string | null): string | null {
  return chosen !== null && keys.includes(chosen) ? chosen : unasked;
}
