/**
 * Why a simulated person could not do something.
 *
 * - `BAD_ACCOUNT`: the text is no `user:password@host:port`.
 * - `BAD_SOUND`: the file is no WAV that can be spoken.
 * - `BAD_KEYS`: other keys than 0–9, *, #, A–D.
 * - `UNREACHABLE`: the exchange does not answer.
 * - `WRONG_PASSWORD`: the exchange knows no such phone, or not with this password.
 * - `REFUSED`: the exchange or the other side said no; `status` says how (RFC 3261 §21).
 * - `GIVEN_UP`: the person or the caller hung up before anyone answered.
 * - `NOBODY_RANG`: no call came in time.
 * - `NO_CALL`: there is no call for this to be done in.
 * - `IN_A_CALL`: there is a call already; a person has one at a time.
 * - `NO_COMMON_CODEC`: the other side speaks no G.711.
 * - `NO_KEYS`: the other side takes no key presses (RFC 4733) in this call.
 */
export type PersonErrorCode =
  | 'BAD_ACCOUNT'
  | 'BAD_SOUND'
  | 'BAD_KEYS'
  | 'UNREACHABLE'
  | 'WRONG_PASSWORD'
  | 'REFUSED'
  | 'GIVEN_UP'
  | 'NOBODY_RANG'
  | 'NO_CALL'
  | 'IN_A_CALL'
  | 'NO_COMMON_CODEC'
  | 'NO_KEYS';

/** A simulated person could not do what they were told; `status` is the SIP answer where there was one. */
export class PersonError extends Error {
  override name = 'PersonError';
  readonly code: PersonErrorCode;
  readonly status: number | undefined;

  constructor(code: PersonErrorCode, detail = '', given: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(detail === '' ? code : `${code}: ${detail}`, given.cause === undefined ? {} : { cause: given.cause });
    this.code = code;
    this.status = given.status;
  }
}
