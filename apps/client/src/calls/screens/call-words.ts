import i18next from 'i18next';
import type { Call } from '../core/call.ts';
import { personOf } from './person.ts';

/** How a call ended, in words: the state first, then the reason (specification 4). */
export function endedWords({ state, reason, endedBy, establishedAt }: Call): string {
  const t = i18next.t;
  switch (state) {
    case 'AcceptedElsewhere':
      return t(($) => $.calls.end.acceptedElsewhere);
    case 'ContinuedElsewhere':
      return t(($) => $.calls.end.continuedElsewhere);
    case 'TransferFailed':
      return t(($) => $.calls.end.transferFailed);
    case 'Transferring':
      return t(($) => $.calls.end.transferring);
    case 'Transferred':
      return t(($) => $.calls.end.transferred);
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

/** Whether the end is one that somebody would call a failure: nobody talked, and the user did not end it. */
export function endedBadly({ state, reason, endedBy, establishedAt }: Call): boolean {
  if (state === 'TransferFailed') return true;
  if (state !== 'Terminated') return false;
  if (reason === 'TERMINATED') return true;
  return establishedAt === null && !(endedBy === 'user' && reason === 'HANGUP');
}

/** What a screen reader says about a call now; the text changes only when something happened. */
export function announcementOf(call: Call, ended: boolean): string {
  const t = i18next.t;
  const { name } = personOf(call);
  if (ended) return t(($) => $.calls.announce.ended, { name, how: endedWords(call) });
  switch (call.state) {
    case 'Initial':
    case 'Ringing':
      if (call.direction === 'INCOMING') return t(($) => $.calls.announce.incoming, { name });
      return call.mute === 'USER' ? t(($) => $.calls.announce.muted) : t(($) => $.calls.announce.outgoing, { name });
    case 'Established':
    case 'WarmTransferStarted':
      if (call.hold === 'held') return t(($) => $.calls.announce.held, { name });
      if (call.mute === 'USER') return t(($) => $.calls.announce.muted);
      return t(($) => $.calls.announce.established, { name });
    default:
      return '';
  }
}
