import { z } from 'zod';

/** What can go wrong with a call. Words for people live in the client. ERR-001 to -018 */
export const callErrorCodes = [
  'ALREADY_IN_CALL',
  'AUDIO_CREATION_ERROR',
  'INVALID_STATE_ERROR',
  'CALL_ACCEPTING_ERROR',
  'PLAY_AUDIO_FAILED',
  'DIAL_FAILED',
  'HOLD_FAILED',
  'REJECT_FAILED',
  'TERMINATE_FAILED',
  'UNHOLD_FAILED',
  'INVALID_PHONE_NUMBER',
  'UNKNOWN',
  'MISSING_OUTPUT_STREAM',
  'MAX_CALLS_REACHED',
  'RECORDING_START_FAILED',
  'RECORDING_STOP_FAILED',
  'MICROPHONE_NOT_FOUND',
  'MICROPHONE_ERROR',
] as const;
export const callErrorCode = z.enum(callErrorCodes);
export type CallErrorCode = z.infer<typeof callErrorCode>;

/** Codes that only the log hears of; a person is shown nothing. */
export const silentCallErrorCodes = [
  'MISSING_OUTPUT_STREAM',
  'INVALID_STATE_ERROR',
  'PLAY_AUDIO_FAILED',
] as const satisfies readonly CallErrorCode[];

/** What a person is told of: `CALL_ACCEPTING_ERROR` by another name, and one word for all that is no call error. */
export type ShownCallError =
  | Exclude<CallErrorCode, (typeof silentCallErrorCodes)[number] | 'CALL_ACCEPTING_ERROR' | 'UNKNOWN'>
  | 'ACCEPT_FAILED'
  | 'UNKNOWN_ERROR';

/** How an error is shown; null for one that is not. Anything that is no call error reads UNKNOWN_ERROR. */
export function shownCallError(code: string): ShownCallError | null {
  const parsed = callErrorCode.safeParse(code);
  if (!parsed.success || parsed.data === 'UNKNOWN') return 'UNKNOWN_ERROR';
  switch (parsed.data) {
    case 'MISSING_OUTPUT_STREAM':
    case 'INVALID_STATE_ERROR':
    case 'PLAY_AUDIO_FAILED':
      return null;
    case 'CALL_ACCEPTING_ERROR':
      return 'ACCEPT_FAILED';
    default:
      return parsed.data;
  }
}
