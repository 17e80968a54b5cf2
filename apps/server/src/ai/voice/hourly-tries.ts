const hourMs = 60 * 60 * 1000;

/** How often each user has tried within the last hour, for as long as the server runs. */
interface HourlyTries {
  /** Counts a try; where there were as many as allowed, counts none and gives the seconds until the next one, else 0. */
  take(userId: string, now: number): number;
}

/** Begins with none. */
export function hourlyTries(most: number): HourlyTries {
  const tries = new Map<string, number[]>();
  return {
    take(userId, now) {
      for (const [who, times] of tries) if ((times.at(-1) ?? 0) <= now - hourMs) tries.delete(who);
      const recent = (tries.get(userId) ?? []).filter((time) => time > now - hourMs);
      const [first = now] = recent;
      if (recent.length >= most) return Math.ceil((first + hourMs - now) / 1000);
      tries.set(userId, [...recent, now]);
      return 0;
    },
  };
}
