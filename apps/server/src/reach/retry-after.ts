/** A host that names a later time than this is asked again after it. */
const longestWait = 24 * 3600;

/** Seconds of a Retry-After (RFC 9110 §10.2.3), which is a number or a date, at most a day; null for none. `now`: milliseconds. */
export function retryAfterSeconds(value: string | null, now: number): number | null {
  if (value === null) return null;
  const isDate = /[a-z]/i.test(value);
  const seconds = isDate ? (Date.parse(value) - now) / 1000 : /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : NaN;
  return Number.isFinite(seconds) ? Math.min(longestWait, Math.max(0, Math.ceil(seconds))) : null;
}
