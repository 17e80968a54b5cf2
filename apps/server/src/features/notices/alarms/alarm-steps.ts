/** What is known of an alarm. */
export interface Standing {
  /** Since when the trouble is seen. */
  readonly seenAt: Date;
  /** Null: it has not lasted long enough to be told. */
  readonly beganAt: Date | null;
  /** Since when the trouble is not seen any longer; null while it is. */
  readonly fineAt: Date | null;
  /** When it was reported last; null: not yet. */
  readonly toldAt: Date | null;
  readonly acknowledgedAt: Date | null;
}

/** How long trouble lasts before it is reported, and how long it is gone before its end is: what comes and goes is one alarm. */
export interface Patience {
  readonly beginSeconds: number;
  readonly endSeconds: number;
}

/** An alarm that nobody has acknowledged is reported again after this. */
const againMs = 24 * 60 * 60 * 1000;

export type Told = 'begin' | 'worse' | 'again' | 'end';

/** `gone`: it passed before it was reported. */
export interface Step {
  readonly next: Standing | 'gone' | 'ended';
  readonly tells: Told | null;
}

/** The next step of an alarm, by whether its trouble is seen now. `before` null: it was not there at the last look. */
export function alarmStep(
  before: Standing | null,
  seen: { readonly isSeen: boolean; readonly isWorse?: boolean },
  now: Date,
  patience: Patience,
): Step {
  if (!seen.isSeen) return before === null ? { next: 'gone', tells: null } : whileFine(before, now, patience);
  const standing = before ?? { seenAt: now, beganAt: null, fineAt: null, toldAt: null, acknowledgedAt: null };
  if (standing.beganAt === null) {
    if (!isOver(standing.seenAt, patience.beginSeconds, now)) return { next: standing, tells: null };
    return { next: { ...standing, beganAt: standing.seenAt, fineAt: null, toldAt: now }, tells: 'begin' };
  }
  const still = { ...standing, fineAt: null };
  if (still.toldAt === null) return { next: { ...still, toldAt: now }, tells: 'begin' };
  if (seen.isWorse) return { next: { ...still, toldAt: now, acknowledgedAt: null }, tells: 'worse' };
  const isDue = still.acknowledgedAt === null && now.getTime() - still.toldAt.getTime() >= againMs;
  return isDue ? { next: { ...still, toldAt: now }, tells: 'again' } : { next: still, tells: null };
}

/** The state of an alarm after a step whose notices could not be written now: the next look writes them. */
export function untold(before: Standing | null, { next }: Step): Standing | 'gone' {
  if (typeof next === 'string') return before ?? 'gone';
  return { ...next, toldAt: before?.toldAt ?? null, acknowledgedAt: before?.acknowledgedAt ?? null };
}

function whileFine(before: Standing, now: Date, { endSeconds }: Patience): Step {
  if (before.beganAt === null) return { next: 'gone', tells: null };
  const fineAt = before.fineAt ?? now;
  if (!isOver(fineAt, endSeconds, now)) return { next: { ...before, fineAt }, tells: null };
  return { next: 'ended', tells: 'end' };
}

const isOver = (since: Date, seconds: number, now: Date): boolean => now.getTime() - since.getTime() >= seconds * 1000;
