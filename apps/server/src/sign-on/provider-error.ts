import { errors as joseErrors } from 'jose';
import * as openid from 'openid-client';
import { ReachError } from '../reach/reach-error.ts';

/** What a provider did not do. `kind` is for people; the message and cause are for the log. */
export class ProviderError extends Error {
  readonly kind: 'down' | 'fault' | 'client' | 'cancelled' | 'over';
  /** Why its host was not reached; null where it was. */
  readonly reach: ReachError | null;
  /** The status that it answered with instead of what was asked for; null for none. */
  readonly status: number | null;
  /** What a library calls it; null for none. */
  readonly code: string | null;

  constructor(kind: ProviderError['kind'], message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'ProviderError';
    this.kind = kind;
    this.reach = reachOf(options.cause);
    this.status = statusOf(options.cause);
    this.code = codeOf(options.cause);
  }
}

/** What went wrong at a provider, whichever library found it. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const options = { cause: error };
  if (error instanceof openid.AuthorizationResponseError) {
    return new ProviderError(
      authorization[error.error] ?? 'fault',
      `The provider answered ${named(error.error)}`,
      options,
    );
  }
  if (error instanceof openid.ResponseBodyError) {
    const kind = error.status >= 500 ? 'down' : (token[error.error] ?? 'fault');
    return new ProviderError(kind, `The provider answered ${error.status} ${named(error.error)}`, options);
  }
  if (error instanceof openid.WWWAuthenticateChallengeError) {
    return new ProviderError(
      error.status === 401 ? 'client' : 'fault',
      'The provider asks for other credentials',
      options,
    );
  }
  if (reachOf(error) !== null || isLate(error))
    return new ProviderError('down', 'The provider was not reached', options);
  if ((statusOf(error) ?? 0) >= 500) return new ProviderError('down', 'The provider is out of order', options);
  return new ProviderError('fault', 'The provider did not answer as it should', options);
}

type Kinds = Readonly<Record<string, ProviderError['kind']>>;
/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6. */
const authorization: Kinds = {
  access_denied: 'cancelled',
  login_required: 'cancelled',
  interaction_required: 'cancelled',
  consent_required: 'cancelled',
  unauthorized_client: 'client',
  invalid_scope: 'client',
  unsupported_response_type: 'client',
  server_error: 'down',
  temporarily_unavailable: 'down',
};
/** RFC 6749 §5.2. */
const token: Kinds = { invalid_client: 'client', unauthorized_client: 'client', invalid_grant: 'over' };

/** A code of OAuth; nothing else that a provider says reaches the log. */
const named = (code: string): string => (/^[\w.-]{1,60}$/.test(code) ? code : 'an unknown error');

const isLate = (error: unknown): boolean =>
  error instanceof joseErrors.JWKSTimeout ||
  (error instanceof Error && (error.name === 'TimeoutError' || (error as { code?: unknown }).code === 'OAUTH_TIMEOUT'));

/** Libraries hand errors on as the cause of their own. */
function* causesOf(error: unknown): Iterable<unknown> {
  let at = error;
  for (let depth = 0; depth < 5 && at !== undefined && at !== null; depth += 1) {
    yield at;
    at = at instanceof Error ? at.cause : undefined;
  }
}

function reachOf(error: unknown): ReachError | null {
  for (const cause of causesOf(error)) if (cause instanceof ReachError) return cause;
  return null;
}

function statusOf(error: unknown): number | null {
  for (const cause of causesOf(error)) {
    if (cause instanceof Response) return cause.status;
    if (cause instanceof UnexpectedStatus) return cause.status;
  }
  return null;
}

function codeOf(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return named(code);
  }
  return null;
}

/** The answer for keys had another status than that of success. */
export class UnexpectedStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.name = 'UnexpectedStatus';
    this.status = status;
  }
}
