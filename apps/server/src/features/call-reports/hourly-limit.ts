import { Refusal } from '../../requests/refusal.ts';

const hourMs = 60 * 60 * 1000;

/** Counts what each user sends within an hour; throws `Refusal` TOO_MANY_ATTEMPTS for more than `most`. */
export function hourlyLimit(most: number, clock: () => number = Date.now): (userId: string) => void {
  let counts = new Map<string, number>();
  let hour = 0;
  return (userId) => {
    const now = clock();
    const thisHour = Math.floor(now / hourMs);
    if (thisHour !== hour) counts = new Map();
    hour = thisHour;
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    if (count <= most) return;
    const retryAfterSeconds = Math.ceil(((thisHour + 1) * hourMs - now) / 1000);
    throw new Refusal('TOO_MANY_ATTEMPTS', 'Too many reports in an hour.', { retryAfterSeconds });
  };
}
