import type { TerminationReason } from './termination-reasons.ts';

/** SIP final statuses that have a reason of their own (specification 4). */
export const reasonOfSipStatus = {
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  480: 'TEMPORARILY_UNAVAILABLE',
  486: 'BUSY_HERE',
  487: 'CANCELLED',
  580: 'PRECONDITION_FAILURE',
  600: 'BUSY_EVERYWHERE',
  603: 'DECLINED',
} as const satisfies Record<number, TerminationReason>;

/** Reason for a SIP final status of 300 or more; every status without one of its own reads TERMINATED. */
export function reasonFromSipStatus(status: number): TerminationReason {
  const known: Readonly<Record<number, TerminationReason | undefined>> = reasonOfSipStatus;
  return known[status] ?? 'TERMINATED';
}

/** Statuses for which the caller's client plays the busy tone (RFC 3261 §21.4.24 and §21.6.1). */
export const busyStatuses = [486, 600] as const;
