// When the next backup is due, and which ones stay: pure, by the clock of the server.

const dayMs = 86_400_000;
const minuteMs = 60_000;

interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** The last time the clock of this server, in its time zone, showed `at`. A time that a change of clocks leaves out is the one after it. */
export function lastMoment({ hour, minute }: TimeOfDay, now: Date): Date {
  const on = (daysBack: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack, hour, minute);
  const today = on(0);
  return today <= now ? today : on(1);
}

export function nextMoment({ hour, minute }: TimeOfDay, now: Date): Date {
  const on = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute);
  const today = on(0);
  return today > now ? today : on(1);
}

export interface Attempt {
  readonly begunAt: Date;
  readonly endedAt: Date | null;
  readonly state: 'running' | 'ready' | 'failed' | 'gone';
}

/** Before the second try; before each further one it is twice as long. */
const firstPauseMs = 5 * minuteMs;
const longestPauseMs = 60 * minuteMs;

/**
 * Whether a backup is to begin: none has succeeded since the last time it was due, and the last one that failed is long
 * enough ago. So the first one begins right after the schedule was set, and shows whether it works. `attempts` come in any order.
 */
export function isDue(at: TimeOfDay, attempts: readonly Attempt[], now: Date): boolean {
  const moment = lastMoment(at, now);
  const ofThis = attempts.filter(({ begunAt }) => begunAt >= moment);
  if (ofThis.some(({ state }) => state === 'ready' || state === 'gone')) return false;
  const failed = ofThis.filter(({ state }) => state === 'failed');
  const last = Math.max(0, ...failed.map(({ begunAt, endedAt }) => (endedAt ?? begunAt).getTime()));
  return now.getTime() - last >= pauseAfter(failed.length);
}

export const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));

const verifyDays = { no: Number.POSITIVE_INFINITY, daily: 1, weekly: 7 } as const;

/** Whether the newest backup is to be looked into: half a day of tolerance, since each night begins at another minute. */
export function isVerificationDue(how: keyof typeof verifyDays, lastGood: Date | null, now: Date): boolean {
  if (how === 'no') return false;
  return lastGood === null || now.getTime() - lastGood.getTime() > (verifyDays[how] - 0.5) * dayMs;
}

interface KeptBackup {
  readonly id: string;
  readonly begunAt: Date;
}

export interface KeepRule {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

/**
 * The backups that go: all but the newest of each of the last days, weeks and months that have one, and whatever is older
 * than `mostDays`. The newest one stays whatever the rule says.
 */
export function toForget(
  kept: readonly KeptBackup[],
  rule: KeepRule,
  now: Date,
  mostDays: number | null = null,
): readonly string[] {
  const newestFirst = kept.toSorted((one, other) => other.begunAt.getTime() - one.begunAt.getTime());
  const stays = new Set(newestFirst.slice(0, 1).map(({ id }) => id));
  for (const [periodOf, most] of [
    [dayOf, rule.days],
    [weekOf, rule.weeks],
    [monthOf, rule.months],
  ] as const) {
    const newestOf = new Map<string, string>();
    for (const { id, begunAt } of newestFirst) {
      const period = periodOf(begunAt);
      if (!newestOf.has(period)) newestOf.set(period, id);
    }
    for (const id of [...newestOf.values()].slice(0, most)) stays.add(id);
  }
  const tooOld = mostDays === null ? Number.NEGATIVE_INFINITY : now.getTime() - mostDays * dayMs;
  return newestFirst
    .filter(({ id, begunAt }, at) => at > 0 && (!stays.has(id) || begunAt.getTime() < tooOld))
    .map(({ id }) => id);
}

const monthOf = (at: Date): string => `${at.getFullYear()}-${at.getMonth()}`;
const dayOf = (at: Date): string => `${monthOf(at)}-${at.getDate()}`;
/** By its Monday. */
const weekOf = (at: Date): string =>
  dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7)));
