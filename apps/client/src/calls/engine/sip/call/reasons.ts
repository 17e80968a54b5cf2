import { reasonFromSipStatus, reasonOfSipStatus } from '@sidetone/contract/rules/sip-status.ts';
import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { EngineFact } from '../../call-engine.ts';
import type { OutsideProblem } from '../../call-error.ts';

type Ended = Extract<EngineFact, { type: 'ended' }>;

/** The part of JsSIP's `failed` and `ended` events that says why. */
export interface SipEnd {
  readonly originator: string;
  readonly cause: string;
  /** The response that refused, or the CANCEL or BYE; null when nothing came over the wire. */
  readonly message: {
    readonly status_code?: number;
    readonly reason_phrase?: string;
    getHeaders(name: string): string[];
  } | null;
}

/** JsSIP's words for an end that the user asked for. */
const asked = new Set(['Canceled', 'Rejected', 'Terminated']);

/** Why a SIP session ended, in the words of the domain. `established` is whether the two had talked. */
export function endOf({ originator, cause, message }: SipEnd, established: boolean): Ended {
  if (originator !== 'remote') {
    const byUser = originator === 'local' && asked.has(cause);
    return { type: 'ended', reason: byUser ? 'HANGUP' : reasonOfCause(cause), by: byUser ? 'user' : 'system' };
  }
  const given = sipCauseOf(message?.getHeaders('Reason') ?? []);
  if (given === 200) return { type: 'ended', reason: 'ACCEPTED_ELSEWHERE', by: 'remote' };
  if (message?.status_code !== undefined) {
    // A refusal may say more than its status: a user's own decline is a 486 with the cause 603.
    const status = given !== null && given in reasonOfSipStatus ? given : message.status_code;
    const ended: Ended = { type: 'ended', reason: reasonFromSipStatus(status), by: 'remote' };
    const refused = outsideProblems[`${message.status_code} ${message.reason_phrase ?? ''}`];
    return refused ? { ...ended, refused } : ended;
  }
  return { type: 'ended', reason: established ? 'HANGUP' : 'CANCELLED', by: 'remote' };
}

/** The exchange's refusals of numbers that say why. */
const outsideProblems: Readonly<Record<string, OutsideProblem>> = {
  '503 No Trunk': 'NO_OUTSIDE_LINE',
  '503 Trunks Unavailable': 'LINES_DOWN',
  '403 Not Your Number': 'SENDER_NOT_ALLOWED',
  '403 Destination Barred': 'DESTINATION_BARRED',
  '503 Call Limit Reached': 'LIMIT_REACHED',
  '403 Intercom Off': 'INTERCOM_OFF',
  '403 Page Not Allowed': 'PAGE_NOT_ALLOWED',
  '404 Nothing Rings There': 'NOTHING_RINGS',
  '403 Pickup Not Allowed': 'PICK_UP_NOT_ALLOWED',
  '486 Taken Already': 'TAKEN_ALREADY',
};

/** The cause of the first SIP value in Reason headers (RFC 3326); null where there is none. */
export function sipCauseOf(headers: readonly string[]): number | null {
  for (const header of headers) {
    // Commas separate the values of one header, and may also be part of a quoted text.
    const found = /(?:^|,)\s*SIP\b[^,"]*;\s*cause\s*=\s*(\d{3})/i.exec(header);
    if (found?.[1] !== undefined) return Number(found[1]);
  }
  return null;
}

function reasonOfCause(cause: string): TerminationReason {
  return cause === 'Request Timeout' || cause === 'No Answer' ? 'REQUEST_TIMEOUT' : 'TERMINATED';
}
