import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { echoTestCode } from '@sidetone/contract/rules/feature-codes.ts';
import { type VoicemailLook, voicemailLook } from './voicemail.ts';

export type RowDirection = 'incoming' | 'outgoing' | 'missed' | 'voicemail' | 'declined' | 'unreached';

/** Key of the words under `inbox.status`. */
type StatusWord =
  | 'incoming'
  | 'outgoing'
  | 'missed'
  | 'voicemail'
  | 'voicemailComing'
  | 'voicemailFailed'
  | 'voicemailGone'
  | 'declined'
  | 'declinedByThem'
  | 'busy'
  | 'noAnswer'
  | 'cancelled'
  | 'unreachable'
  | 'notFound'
  | 'elsewhere'
  | 'failed'
  | 'echo';

export interface RowStatus {
  direction: RowDirection;
  word: StatusWord;
  /** How long it rang before nobody answered, in seconds; null where that says nothing. */
  rangSeconds: number | null;
  withheld: boolean;
}

/** What the second line of a call says. */
export function rowStatus({ call, documentation }: InboxRow): RowStatus {
  const message = call.direction === 'INCOMING' ? voicemailLook({ documentation }) : null;
  const direction = message ? 'voicemail' : directionOf(call);
  return {
    direction,
    word: message ? voicemailWords[message.state] : wordOf(call, direction),
    rangSeconds: direction === 'missed' || direction === 'unreached' ? ringSeconds(call) : null,
    withheld: call.remotePhoneNumber === null,
  };
}

const voicemailWords: Record<VoicemailLook['state'], StatusWord> = {
  coming: 'voicemailComing',
  ready: 'voicemail',
  failed: 'voicemailFailed',
  gone: 'voicemailGone',
};

function directionOf(call: InboxCall): RowDirection {
  if (call.direction === 'OUTGOING') return call.establishedAt === null ? 'unreached' : 'outgoing';
  if (call.establishedAt !== null || call.terminatedReason === 'ACCEPTED_ELSEWHERE') return 'incoming';
  return wasDeclined(call) ? 'declined' : 'missed';
}

function wasDeclined(call: InboxCall): boolean {
  return call.terminatedReason === 'DECLINED' || call.terminatedReason === 'REJECTED' || call.state === 'REJECTED';
}

function wordOf(call: InboxCall, direction: RowDirection): StatusWord {
  if (call.remotePhoneNumber === echoTestCode) return 'echo';
  switch (direction) {
    case 'incoming':
      return call.terminatedReason === 'ACCEPTED_ELSEWHERE' && call.establishedAt === null ? 'elsewhere' : 'incoming';
    case 'outgoing':
    case 'missed':
    case 'voicemail':
    case 'declined':
      return direction;
    case 'unreached':
      return unreachedWord(call);
  }
}

function unreachedWord(call: InboxCall): StatusWord {
  switch (call.terminatedReason) {
    case 'BUSY_HERE':
    case 'BUSY_EVERYWHERE':
      return 'busy';
    case 'DECLINED':
    case 'REJECTED':
      return 'declinedByThem';
    case 'NOT_FOUND':
      return 'notFound';
    case 'TEMPORARILY_UNAVAILABLE':
    case 'PRECONDITION_FAILURE':
      return 'unreachable';
    case 'REQUEST_TIMEOUT':
      return 'noAnswer';
    case 'CANCELLED':
    case 'HANGUP':
      return 'cancelled';
    default:
      return 'failed';
  }
}

function ringSeconds(call: InboxCall): number | null {
  if (call.terminatedAt === null) return null;
  const seconds = Math.round((Date.parse(call.terminatedAt) - Date.parse(call.startedAt)) / 1000);
  return seconds > 0 ? seconds : null;
}
