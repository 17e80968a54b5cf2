const minuteMs = 60_000;

/** The legacy recording of a call may still grow or be replaced; this long after its end the kept one may be used. */
const legacyFreshMs = 10 * minuteMs;
/** A call older than this is asked for again even where its sound is kept. */
const legacyOldMs = 24 * 60 * minuteMs;
/** How much sound this device keeps, in bytes. */
export const cacheLimitBytes = 100 * 1024 * 1024;

/**
 * Whether the legacy recording of a call must be fetched again although it may be kept here: more than ten minutes
 * after the end of the call, or when the call is older than 24 hours (specification of settings and shell, 4.9). A
 * recording that is fetched then is not kept either. A call whose end is not known is always asked for.
 */
export function isLegacyRefetchDue(callEndedAt: string | null, now: number): boolean {
  const ended = callEndedAt === null ? Number.NaN : Date.parse(callEndedAt);
  if (Number.isNaN(ended)) return true;
  const age = now - ended;
  return age > legacyFreshMs || age > legacyOldMs;
}

interface Kept {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** The entries to remove so that the others fit into `limit` bytes: those that were not used for the longest time. */
export function entriesToDrop(kept: readonly Kept[], limit: number): string[] {
  let total = kept.reduce((sum, { size }) => sum + size, 0);
  const dropped: string[] = [];
  for (const { id, size } of [...kept].sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= limit) break;
    total -= size;
    dropped.push(id);
  }
  return dropped;
}
