import { createHash } from 'node:crypto';

const withinMs = 15 * 60_000;
const needed = 3;

/**
 * How often keys were refused of late. Bridges answer with 401 for all kinds of trouble, so that one of them means nothing; three
 * within a quarter of an hour do. What is older than that is forgotten.
 */
export function refusedKeys(now: () => number = Date.now) {
  const refusals = new Map<string, readonly number[]>();
  const recent = (times: readonly number[]): readonly number[] => times.filter((at) => now() - at < withinMs);
  return {
    /** Notes a refusal; true where it is one too many. */
    isOneTooMany(key: string): boolean {
      for (const [id, times] of refusals) if (recent(times).length === 0) refusals.delete(id);
      const id = idOf(key);
      const times = [...recent(refusals.get(id) ?? []), now()];
      refusals.set(id, times);
      return times.length >= needed;
    },
    /** The key was taken. */
    forget(key: string): void {
      refusals.delete(idOf(key));
    },
  };
}
export type RefusedKeys = ReturnType<typeof refusedKeys>;

const idOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
