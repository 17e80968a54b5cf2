import { type ShownCallError, shownCallError } from '@sidetone/contract/call-errors.ts';
import i18next from 'i18next';
import { toast } from '#ui/toasts.ts';
import type { DialProblem } from '../core/dial-rules.ts';
import type { CallProblem, OutsideProblem } from '../engine/call-error.ts';
import { openFirewallHelp } from './FirewallHelp.tsx';

/** The problems that only this client has. */
type OwnProblem =
  | DialProblem
  | 'MICROPHONE_DENIED'
  | 'MICROPHONE_LOST'
  | 'SPEAKERS_LOST'
  | 'EMERGENCY_FAILED'
  | OutsideProblem
  | 'TRANSFER_FAILED'
  | 'NO_STORAGE'
  | 'NO_VOICEMAIL'
  | 'NOT_PARKED'
  | 'TARGET_NOT_FOUND';

const ownProblems: Record<Exclude<OwnProblem, ShownCallError>, true> = {
  EMPTY_NUMBER: true,
  OWN_NUMBER: true,
  NO_AREA_CODE: true,
  OFFLINE: true,
  NOT_SECURE: true,
  PHONE_NOT_FOUND: true,
  NO_MICROPHONE: true,
  NO_SPEAKERS: true,
  NO_AUDIO_DEVICES: true,
  MICROPHONE_DENIED: true,
  MICROPHONE_LOST: true,
  SPEAKERS_LOST: true,
  EMERGENCY_FAILED: true,
  NO_OUTSIDE_LINE: true,
  LINES_DOWN: true,
  SENDER_NOT_ALLOWED: true,
  DESTINATION_BARRED: true,
  LIMIT_REACHED: true,
  INTERCOM_OFF: true,
  PAGE_NOT_ALLOWED: true,
  NOTHING_RINGS: true,
  PICK_UP_NOT_ALLOWED: true,
  TAKEN_ALREADY: true,
  TRANSFER_FAILED: true,
  NO_STORAGE: true,
  NO_VOICEMAIL: true,
  NOT_PARKED: true,
  TARGET_NOT_FOUND: true,
};

/** The message to the user about a problem; null for one that is only logged, or a question that a screen asks. */
export function shownProblem(problem: CallProblem, inTransfer: boolean): ShownCallError | OwnProblem | null {
  if (problem === 'CONSENT_NEEDED') return null;
  // Specification 8: in a warm transfer there is a second call already, and users need no message.
  if (problem === 'ALREADY_IN_CALL' && inTransfer) return null;
  return Object.hasOwn(ownProblems, problem) ? (problem as OwnProblem) : shownCallError(problem);
}

/** Shows a problem with a call in words, if it is one to be shown. */
export function showCallProblem(problem: CallProblem, inTransfer = false): void {
  const shown = shownProblem(problem, inTransfer);
  if (shown === null) return;
  const t = i18next.t;
  toast({
    id: `call-${shown}`,
    tone: 'error',
    title: t(($) => $.calls.problem[shown].title),
    text: t(($) => $.calls.problem[shown].text),
    ...(shown === 'ACCEPT_FAILED' ? { action: { label: t(($) => $.calls.firewall.open), run: openFirewallHelp } } : {}),
  });
}
