import i18next from 'i18next';
import type { Call } from '../core/call.ts';

/** How a call ended, in words: the state first, then the reason (specification 4). */
export function endedWords({ state, reason, endedBy, establishedAt, transferredTo }: Call): string {
  const t = i18next.t;
  switch (state) {
    case 'AcceptedElsewhere':
      return t(($) => $.calls.end.acceptedElsewhere);
    case 'ContinuedElsewhere':
      return t(($) => $.calls.end.continuedElsewhere);
    case 'TransferFailed':
      return t(($) => $.calls.end.transferFailed);
    case 'Transferring':
      return transferredTo === null
        ? t(($) => $.calls.end.transferring)
        : t(($) => $.calls.end.transferringTo, { name: transferredTo });
    case 'Transferred':
      return transferredTo === null
        ? t(($) => $.calls.end.transferred)
        : t(($) => $.calls.end.transferredTo, { name: transferredTo });
    default:
  }
  switch (reason) {
    case 'DECLINED':
    case 'REJECTED':
    case 'BUSY_HERE':
      return t(($) => $.calls.end.declined);
    case 'BUSY_EVERYWHERE':
      return t(($) => $.calls.end.busyEverywhere);
    case 'CANCELLED':
      return t(($) => $.calls.end.cancelled);
    case 'NOT_FOUND':
      return t(($) => $.calls.end.notFound);
    case 'TEMPORARILY_UNAVAILABLE':
    case 'REQUEST_TIMEOUT':
    case 'PRECONDITION_FAILURE':
      return t(($) => $.calls.end.unavailable);
    case 'TERMINATED':
      return establishedAt === null ? t(($) => $.calls.end.terminated) : t(($) => $.calls.end.cutOff);
    default:
      return endedBy === 'user' ? t(($) => $.calls.end.hangupByUser) : t(($) => $.calls.end.hangup);
  }
}

/** One more sentence, where the words for the end leave a question; null otherwise. */
export function endedMore({ state }: Call): string | null {
  return state === 'TransferFailed' ? i18next.t(($) => $.calls.end.notConnected) : null;
}

/** Whether the end counts as a failure: nobody talked, and the user did not end it. */
export function endedBadly({ state, reason, endedBy, establishedAt }: Call): boolean {
  if (state === 'TransferFailed') return true;
  if (state !== 'Terminated') return false;
  if (reason === 'TERMINATED') return true;
  return establishedAt === null && !(endedBy === 'user' && reason === 'HANGUP');
}

/** The sign beside the time of a call that is over. */
export function endedMark(call: Call): 'none' | 'hungUp' | 'otherDevice' | 'notFound' {
  if (call.state === 'AcceptedElsewhere' || call.state === 'ContinuedElsewhere') return 'otherDevice';
  if (call.state === 'TransferFailed') return 'none';
  if (call.reason === 'NOT_FOUND') return 'notFound';
  return endedBadly(call) ? 'hungUp' : 'none';
}
