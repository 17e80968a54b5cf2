import type { ShownCallError } from '@sidetone/contract/call-errors.ts';
import { shownCallError } from '@sidetone/contract/call-errors.ts';
import i18next from 'i18next';
import { toast } from '#ui/toasts.ts';
import type { DialProblem } from '../core/dial-rules.ts';
import type { CallProblem } from '../engine/call-error.ts';

/** What the user is told of: shown codes of the contract and what only this client knows. */
type ShownProblem =
  | ShownCallError
  | DialProblem
  | 'MICROPHONE_DENIED'
  | 'EMERGENCY_FAILED'
  | 'NO_OUTSIDE_LINE'
  | 'TRANSFER_FAILED';

const ownProblems: ReadonlySet<string> = new Set<Exclude<ShownProblem, ShownCallError>>([
  'EMPTY_NUMBER',
  'OWN_NUMBER',
  'OFFLINE',
  'NOT_SECURE',
  'PHONE_NOT_FOUND',
  'MICROPHONE_DENIED',
  'EMERGENCY_FAILED',
  'NO_OUTSIDE_LINE',
  'TRANSFER_FAILED',
  'NO_MICROPHONE',
  'NO_SPEAKERS',
  'NO_AUDIO_DEVICES',
]);

/** Shows a problem with a call in words; codes that are for the log alone show nothing. */
export function showCallProblem(problem: CallProblem): void {
  const shown = ownProblems.has(problem) ? (problem as ShownProblem) : shownCallError(problem);
  if (shown === null) return;
  toast({
    id: `call-${shown}`,
    tone: 'error',
    title: i18next.t(($) => $.calls.problem[shown].title),
    text: i18next.t(($) => $.calls.problem[shown].text),
  });
}
