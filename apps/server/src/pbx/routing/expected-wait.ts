/** Waits that are said as a number of minutes; longer ones are said to be longer. */
export const saidMinutes = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30] as const;
export type SaidWait = (typeof saidMinutes)[number] | 'longer';

interface QueueNow {
  /** Callers who are taken before. */
  readonly ahead: number;
  /** Members who take calls now or when theirs is over. */
  readonly onDuty: number;
  /** For how long a call keeps a member, follow-up time included; null: too few calls tell. */
  readonly callSeconds: number | null;
}

/**
 * About how long a caller will wait, rounded up, so that most wait no longer than they were told; null: nobody knows, and
 * nothing is said.
 */
export function expectedWait({ ahead, onDuty, callSeconds }: QueueNow): SaidWait | null {
  if (callSeconds === null || callSeconds <= 0 || onDuty <= 0) return null;
  const minutes = ((ahead + 1) * callSeconds) / onDuty / 60;
  return saidMinutes.find((each) => minutes <= each) ?? 'longer';
}
