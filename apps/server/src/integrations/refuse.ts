import type { ErrorCode } from '@sidetone/contract/errors.ts';
import { Refusal } from '../requests/refusal.ts';
import { IntegrationError, type IntegrationErrorType } from './connector.ts';
import { problemOf } from './integration-row.ts';

/** The code of the contract for each kind of error of an integration. */
const codes: Readonly<Record<IntegrationErrorType, ErrorCode>> = {
  refresh: 'INTEGRATION_REFRESH',
  unreachable: 'INTEGRATION_FAILED',
  invalid_url: 'INTEGRATION_FAILED',
  not_found: 'INTEGRATION_FAILED',
  email_conflict: 'EMAIL_CONFLICT',
  conflict: 'CONFLICT',
  too_many_numbers: 'TOO_MANY_NUMBERS',
  invalid_phone_type: 'INVALID_PHONE_TYPE',
  forbidden: 'INTEGRATION_FAILED',
  limit: 'INTEGRATION_FAILED',
  rate_limited: 'INTEGRATION_FAILED',
  invalid: 'INTEGRATION_FAILED',
  failed: 'INTEGRATION_FAILED',
};

/** What a caller is told of an error of an integration; every other error is given back as it is. */
export function refusalOf(error: unknown, more: { readonly codes?: Partial<typeof codes> } = {}): unknown {
  if (!(error instanceof IntegrationError)) return error;
  const code = more.codes?.[error.type] ?? codes[error.type];
  return new Refusal(code, error.detail, {
    cause: error,
    problem: problemOf(error),
    ...(error.type === 'email_conflict' ? { issues: [{ path: 'email', message: error.detail }] } : {}),
  });
}
