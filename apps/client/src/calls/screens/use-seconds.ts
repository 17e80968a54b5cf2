import { useNow } from '#platform/use-now.ts';

/** Whole seconds since a moment (milliseconds since 1970), counted on every second; 0 without a moment. */
export function useSeconds(since: number | null): number {
  const now = useNow(since === null ? null : 1000);
  return since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000));
}
