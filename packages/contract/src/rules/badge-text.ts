import { badgeMaxCount } from './limits.ts';

/** What a badge says about so many calls: the number up to nine, `+9` above; null for none, which has no badge. */
export function badgeText(count: number): string | null {
  if (count <= 0) return null;
  return count > badgeMaxCount ? `+${badgeMaxCount}` : String(count);
}
