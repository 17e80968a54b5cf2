import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { type InboxLabel, type InboxStatus, inboxLabel, inboxStatus } from '@sidetone/contract/rules/inbox-status.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { type VoicemailLook, voicemailLook } from './voicemail.ts';

/** Key of the words under `inbox.status`. */
type StatusWord =
  | 'accepted'
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
  | 'hungUp'
  | 'unreachable'
  | 'notFound'
  | 'elsewhere'
  | 'failed'
  | 'unknown'
  | 'echo';

export interface RowStatus {
  label: InboxLabel;
  word: StatusWord;
  /** An outgoing call that was not answered. */
  unreached: boolean;
  /** How long it rang without an answer, in seconds; null where that says nothing. */
  rangSeconds: number | null;
  withheld: boolean;
  /** Unresolved calls of the group behind this one, which is its newest; 0 where it is unresolved itself. */
  behind: number;
}

/** How the call of a row went; the rules are those of the contract. */
export function rowStatus(row: Pick<InboxRow, 'call' | 'documentation' | 'unresolved' | 'unresolvedCalls'>): RowStatus {
  const { call, documentation } = row;
  const message = voicemailLook({ documentation });
  const label = inboxLabel(call, message !== null);
  const unreached = label === 'outgoing' && call.establishedAt === null;
  return {
    label,
    word: wordOf(call, label, message),
    unreached,
    rangSeconds: label === 'missed' || unreached ? ringSeconds(call) : null,
    withheld: call.remotePhoneNumber === null,
    behind: row.unresolved ? 0 : row.unresolvedCalls,
  };
}

const voicemailWords: Record<VoicemailLook['state'], StatusWord> = {
  coming: 'voicemailComing',
  ready: 'voicemail',
  failed: 'voicemailFailed',
  gone: 'voicemailGone',
};

function wordOf(call: InboxCall, label: InboxLabel, message: VoicemailLook | null): StatusWord {
  if (call.remotePhoneNumber === echoTestCode) return 'echo';
  if (label === 'missedWithVoicemail' && message) return voicemailWords[message.state];
  if (label === 'missed') return 'missed';
  const words = call.direction === 'INCOMING' ? incomingWords : outgoingWords;
  return words[inboxStatus(call)];
}

const sameBothWays = {
  ACCEPTED: 'accepted',
  MISSED: 'missed',
  UNKNOWN: 'unknown',
  NOT_FOUND: 'notFound',
  TEMPORARILY_UNAVAILABLE: 'unreachable',
  PRECONDITION_FAILURE: 'unreachable',
  REQUEST_TIMEOUT: 'noAnswer',
  TERMINATED: 'failed',
  ACCEPTED_ELSEWHERE: 'elsewhere',
} as const;

/** The word for an incoming call: here it is our side that declines or is busy. */
const incomingWords: Record<InboxStatus, StatusWord> = {
  ...sameBothWays,
  DECLINED: 'declined',
  REJECTED: 'declined',
  BUSY_HERE: 'declined',
  BUSY_EVERYWHERE: 'declined',
  CANCELLED: 'missed',
  HANGUP: 'hungUp',
};

const outgoingWords: Record<InboxStatus, StatusWord> = {
  ...sameBothWays,
  DECLINED: 'declinedByThem',
  REJECTED: 'declinedByThem',
  BUSY_HERE: 'busy',
  BUSY_EVERYWHERE: 'busy',
  CANCELLED: 'cancelled',
  // An announcement or the voicemail answered in place of people.
  HANGUP: 'noAnswer',
};

function ringSeconds(call: InboxCall): number | null {
  if (call.terminatedAt === null) return null;
  const seconds = Math.round((Date.parse(call.terminatedAt) - Date.parse(call.startedAt)) / 1000);
  return seconds > 0 ? seconds : null;
}
