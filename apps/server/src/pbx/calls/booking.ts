/**
 * How far the book is with a call. `opened`: the opening write is durable, before which nothing is said to the caller.
 * `settled`: the write of the answered call is durable as well, or has taken too long. `overdue`: that one has taken too
 * long while the opening write is not durable either.
 */
export type Booking = 'unwritten' | 'overdue' | 'opened' | 'settled';

type Written = 'opened' | 'answered';

const after: Record<Booking, Record<Written, Booking>> = {
  unwritten: { opened: 'opened', answered: 'overdue' },
  overdue: { opened: 'settled', answered: 'overdue' },
  opened: { opened: 'opened', answered: 'settled' },
  settled: { opened: 'settled', answered: 'settled' },
};

/** The opening write is durable. */
export const afterOpening = (booking: Booking): Booking => after[booking].opened;

/** The write of the answered call is durable, or has taken too long. */
export const afterAnswer = (booking: Booking): Booking => after[booking].answered;

/** Whether the caller may be told anything. */
export const isOpened = (booking: Booking): boolean => booking === 'opened' || booking === 'settled';

/** Whether the answer no longer waits for a write. */
export const isAnswerWritten = (booking: Booking): boolean => booking === 'overdue' || booking === 'settled';
