import type { Logger } from 'pino';
import { MediaError, type MediaErrorCode } from '../media/media.ts';

/** What the far side offered or answered cannot be spoken here, such as a fax: its own affair, and it is told so. */
const refusals: ReadonlySet<MediaErrorCode> = new Set(['NO_COMMON_CODEC', 'BAD_SDP']);

/** The error with which media refuses a description; an operator has nothing to do about it. */
export function isRefusedDescription(error: unknown): error is MediaError {
  return error instanceof MediaError && refusals.has(error.code);
}

/** Notes what went wrong: a refused description as an event of the call, everything else as a warning with its stack. */
export function noteFailure(log: Logger, error: unknown, what: string, message: string): void {
  if (isRefusedDescription(error))
    log.info({ what, code: error.code, why: error.message }, 'media: description refused');
  else log.warn({ err: error, what }, message);
}
