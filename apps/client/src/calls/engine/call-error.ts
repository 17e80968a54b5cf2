import type { CallErrorCode } from '@sidetone/contract/call-errors.ts';
import type { DialProblem } from '../core/dial-rules.ts';

/** Codes of the contract, and those that only this client has. */
export type CallProblem =
  | CallErrorCode
  | DialProblem
  | 'MICROPHONE_DENIED'
  | 'EMERGENCY_FAILED'
  | OutsideProblem
  /** A chosen device is gone, and the default one of the system took its place. */
  | 'MICROPHONE_LOST'
  | 'SPEAKERS_LOST'
  /** The parties could not be connected with each other. */
  | 'TRANSFER_FAILED'
  /** Nobody takes messages at the number that a caller was to be sent to. */
  | 'NO_VOICEMAIL'
  /** The company has used up its storage, so nothing more is recorded. */
  | 'NO_STORAGE'
  /** All places where calls are parked are taken. */
  | 'NOT_PARKED'
  /** The number that the user wanted to add to a call cannot be called. */
  | 'TARGET_NOT_FOUND'
  /** Not an error: the user has to be asked first. No message is shown for it. */
  | 'CONSENT_NEEDED';

/**
 * Why the exchange does not call a number: there is no line outside, none works now, the account may not call there or
 * not now, the number to show is not one of theirs, or the company or the group does not let the user speak to phones that
 * answer by themselves. Or why nothing was picked up: it rings no longer, may not be taken, or somebody else has taken it.
 */
export type OutsideProblem =
  | 'NO_OUTSIDE_LINE'
  | 'LINES_DOWN'
  | 'DESTINATION_BARRED'
  | 'LIMIT_REACHED'
  | 'INTERCOM_OFF'
  | 'PAGE_NOT_ALLOWED'
  | 'NOTHING_RINGS'
  | 'PICK_UP_NOT_ALLOWED'
  | 'TAKEN_ALREADY'
  | 'SENDER_NOT_ALLOWED';

/** Something about a call went wrong. `code` says what; the words for users are in the screens. */
export class CallError extends Error {
  readonly code: CallProblem;

  constructor(code: CallProblem, cause?: unknown) {
    super(logWords[code] ?? code, cause === undefined ? undefined : { cause });
    this.name = 'CallError';
    this.code = code;
  }
}

/** The names of problems in the log, as specification 8 words them; every other problem is logged by its code. */
const logWords: Partial<Record<CallProblem, string>> = {
  ALREADY_IN_CALL: 'Already in a call',
  MAX_CALLS_REACHED: 'Max parallel calls reached',
  INVALID_PHONE_NUMBER: 'Number not dialable',
  HOLD_FAILED: 'Could not hold call',
  CALL_ACCEPTING_ERROR: 'Could not accept call',
  MISSING_OUTPUT_STREAM: 'Missing input or output stream',
};

/** An error with all its causes, for the log, which has the exact words of specification 8. */
export function wordsForLog(error: unknown): string {
  if (!(error instanceof Error) || error.cause === undefined) return String(error);
  return `${error}: ${wordsForLog(error.cause)}`;
}

/** The problem of anything that was thrown; all but call errors are `UNKNOWN`. */
export function problemOf(error: unknown): CallProblem {
  return error instanceof CallError ? error.code : 'UNKNOWN';
}

/** A second line that the exchange did not open. The exchange says so where the number cannot be called. */
export function targetError(cause: unknown): CallError {
  const isUnknown = cause instanceof CallError && serverCodeOf(cause.cause) === 'BAD_REQUEST';
  if (isUnknown) return new CallError('TARGET_NOT_FOUND', cause);
  return cause instanceof CallError ? cause : new CallError('DIAL_FAILED', cause);
}

const serverCodeOf = (cause: unknown): unknown => (cause instanceof Error && 'code' in cause ? cause.code : undefined);

/** A recording that was not started or stopped. */
export function recordingError(on: boolean, cause: unknown): CallError {
  if (serverCodeOf(cause) === 'COMPANY_STORAGE_FULL') return new CallError('NO_STORAGE', cause);
  return new CallError(on ? 'RECORDING_START_FAILED' : 'RECORDING_STOP_FAILED', cause);
}

/** A transfer that was refused, with the reason why the number may not be called, where the exchange gave one. */
export function transferError(cause: unknown): CallError {
  const code = serverCodeOf(cause);
  return new CallError(code === 'DESTINATION_BARRED' || code === 'LIMIT_REACHED' ? code : 'TRANSFER_FAILED', cause);
}

/** A call that could not be handed over without asking. Where there is no voicemail to leave it to, the exchange says so. */
export function handOverError(cause: unknown, to: 'line' | 'voicemail' | 'park' = 'line'): CallError {
  const refused = cause instanceof CallError ? serverCodeOf(cause.cause) : null;
  if (to === 'voicemail' && refused === 'BAD_REQUEST') return new CallError('NO_VOICEMAIL', cause);
  if (to === 'park' && refused === 'CONFLICT') return new CallError('NOT_PARKED', cause);
  return cause instanceof CallError ? cause : new CallError('TRANSFER_FAILED', cause);
}

/** The contract's code for a problem that only this client knows, for what is sent to the server. */
export function contractCodeOf(problem: CallProblem): CallErrorCode {
  switch (problem) {
    case 'EMPTY_NUMBER':
    case 'OWN_NUMBER':
    case 'NO_AREA_CODE':
      return 'INVALID_PHONE_NUMBER';
    case 'OFFLINE':
    case 'NOT_SECURE':
    case 'PHONE_NOT_FOUND':
    case 'EMERGENCY_FAILED':
    case 'NO_OUTSIDE_LINE':
    case 'LINES_DOWN':
    case 'SENDER_NOT_ALLOWED':
    case 'DESTINATION_BARRED':
    case 'LIMIT_REACHED':
    case 'INTERCOM_OFF':
    case 'PAGE_NOT_ALLOWED':
    case 'NOTHING_RINGS':
    case 'PICK_UP_NOT_ALLOWED':
    case 'TAKEN_ALREADY':
    case 'TRANSFER_FAILED':
    case 'NO_VOICEMAIL':
    case 'NOT_PARKED':
    case 'TARGET_NOT_FOUND':
    case 'NO_SPEAKERS':
    case 'NO_AUDIO_DEVICES':
      return 'DIAL_FAILED';
    case 'NO_MICROPHONE':
      return 'MICROPHONE_NOT_FOUND';
    case 'MICROPHONE_DENIED':
    case 'MICROPHONE_LOST':
      return 'MICROPHONE_ERROR';
    case 'SPEAKERS_LOST':
      return 'PLAY_AUDIO_FAILED';
    case 'NO_STORAGE':
      return 'RECORDING_START_FAILED';
    case 'CONSENT_NEEDED':
      return 'INVALID_STATE_ERROR';
    default:
      return problem;
  }
}
