import type { ErrorBody, ErrorCode } from '@sidetone/contract/errors.ts';

/** What can go wrong between here and the server beyond the codes that the server itself answers. */
type WireErrorCode = 'TIMEOUT' | 'NETWORK' | 'BAD_REPLY';
export type ApiErrorCode = ErrorCode | WireErrorCode;

/** A call to the server that did not succeed. `code` says why; the words for users are in `i18n`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly retryAfterSeconds: number | null;
  readonly issues: readonly { path: string; message: string }[];
  /** What an address book or CRM said about it, if one did; see `errorBody`. */
  readonly integration: { readonly type?: string; readonly detail?: string; readonly translationKey?: string };

  constructor(code: ApiErrorCode, message: string, details: { cause?: unknown; body?: ErrorBody } = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.retryAfterSeconds = details.body?.retryAfterSeconds ?? null;
    this.issues = details.body?.issues ?? [];
    const { type, detail, translationKey } = details.body ?? {};
    this.integration = {
      ...(type === undefined ? {} : { type }),
      ...(detail === undefined ? {} : { detail }),
      ...(translationKey === undefined ? {} : { translationKey }),
    };
  }
}

/** The code of any thrown value; anything that is not an ApiError counts as a bug on this side. */
export function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'BAD_REPLY';
}
