import type { IntegrationErrorKey } from '@sidetone/contract/rules/integration-errors.ts';
import { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { IntegrationError, type IntegrationErrorType } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { withoutSecrets } from '../crm/vendor-errors.ts';

/** A record that the company's rules take for the same, as a refusal names it. */
const duplicates = z
  .object({
    matchResults: z
      .array(z.object({ matchRecords: z.array(z.object({ record: z.object({ Id: z.string().max(18) }) })).max(100) }))
      .max(100),
  })
  .optional()
  .catch(undefined);
const problem = z.object({
  errorCode: z.string().max(100),
  message: z.string().max(100_000).default(''),
  duplicateResult: duplicates,
});
const problems = z.array(problem).min(1).max(200);

/** What Salesforce refused: its own code, and the ids of records that it takes for the same. */
export class SalesforceError extends IntegrationError {
  readonly errorCode: string | null;
  readonly sameAs: readonly string[];

  constructor(
    type: IntegrationErrorType,
    detail: string,
    given: ConstructorParameters<typeof IntegrationError>[2] & {
      readonly errorCode: string | null;
      readonly sameAs: readonly string[];
    },
  ) {
    super(type, detail, given);
    this.errorCode = given.errorCode;
    this.sameAs = given.sameAs;
  }
}

/** Codes of refusals that mean something besides "the contents are wrong". All of them change nothing. */
const meanings = new Map<string, IntegrationErrorType>(
  Object.entries({
    INVALID_SESSION_ID: 'refresh',
    REQUEST_LIMIT_EXCEEDED: 'rate_limited',
    STORAGE_LIMIT_EXCEEDED: 'limit',
    DUPLICATES_DETECTED: 'conflict',
    ENTITY_IS_DELETED: 'not_found',
    NOT_FOUND: 'not_found',
    UNABLE_TO_LOCK_ROW: 'failed',
    INSUFFICIENT_ACCESS: 'forbidden',
    INSUFFICIENT_ACCESS_OR_READONLY: 'forbidden',
    INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: 'forbidden',
    API_DISABLED_FOR_ORG: 'forbidden',
    API_CURRENTLY_DISABLED: 'forbidden',
  } as const),
);
const statuses: Readonly<Record<number, IntegrationErrorType>> = {
  400: 'invalid',
  401: 'refresh',
  403: 'forbidden',
  404: 'not_found',
  412: 'conflict',
  414: 'invalid',
  429: 'rate_limited',
};
const words: Partial<Record<IntegrationErrorType, IntegrationErrorKey>> = {
  refresh: 'signedOut',
  forbidden: 'forbidden',
  not_found: 'gone',
  conflict: 'conflict',
  rate_limited: 'limit',
  limit: 'limit',
  failed: 'failed',
};

/** A company that used up its requests of a day gets new ones little by little. */
const usedUpSeconds = 15 * 60;
/** Letters of an error of the vendor that are shown. */
const longestDetail = 300;

/** What an answer other than 2xx means. `secrets` never come back in its words. */
export function errorOf({ status, headers }: Response, text: string, secrets: readonly string[]): SalesforceError {
  const said = problems.safeParse(jsonAnswer(text)).data?.[0];
  const type = meanings.get(said?.errorCode ?? '') ?? statuses[status] ?? 'failed';
  const plain = withoutSecrets(said?.message ?? '', secrets);
  const key = words[type];
  const asked = busyFor(status, headers);
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 409;
  return new SalesforceError(type, `Salesforce: ${plain === '' ? `status ${status}` : plain.slice(0, longestDetail)}`, {
    errorCode: said?.errorCode ?? null,
    sameAs:
      said?.duplicateResult?.matchResults.flatMap(({ matchRecords }) => matchRecords.map(({ record }) => record.Id)) ??
      [],
    retryAfterSeconds: asked ?? (type === 'rate_limited' ? usedUpSeconds : null),
    provablyNotTaken: isRefused || (status === 503 && asked !== null),
    ...(key === undefined ? {} : { translationKey: key }),
  });
}

/** Whether Salesforce refused with this code of its own. */
export const isRefusedAs = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof SalesforceError && error.errorCode !== null && codes.includes(error.errorCode);
