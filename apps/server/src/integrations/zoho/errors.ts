import type { IntegrationErrorKey } from '@sidetone/contract/rules/integration-errors.ts';
import { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { IntegrationError, type IntegrationErrorType } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { withoutSecrets } from '../crm/vendor-errors.ts';

const words = z.string().max(100_000).default('');
/** What Zoho says of a request, or within an answer of a single record. */
export const told = z.object({
  code: z.string().max(100),
  message: words,
  status: z.string().max(20).default('error'),
  details: z
    .object({
      api_name: z.string().max(200).optional(),
      duplicate_record: z.object({ id: z.string().max(30) }).optional(),
    })
    .catch({}),
});
type Told = z.infer<typeof told>;

/** What Zoho refused: its own code, and the record that it takes for the same. */
export class ZohoError extends IntegrationError {
  readonly code: string | null;
  readonly field: string | null;
  readonly sameAs: string | null;

  constructor(
    type: IntegrationErrorType,
    detail: string,
    given: ConstructorParameters<typeof IntegrationError>[2] & { readonly said: Told | null },
  ) {
    super(type, detail, given);
    this.code = given.said?.code ?? null;
    this.field = given.said?.details.api_name ?? null;
    this.sameAs = given.said?.details.duplicate_record?.id ?? null;
  }
}

/** Codes that mean something besides "the contents are wrong". A missing scope comes as 401, and signs nobody out. */
const meanings = new Map<string, IntegrationErrorType>(
  Object.entries({
    INVALID_TOKEN: 'refresh',
    AUTHENTICATION_FAILURE: 'refresh',
    OAUTH_SCOPE_MISMATCH: 'forbidden',
    NO_PERMISSION: 'forbidden',
    AUTHORIZATION_FAILED: 'forbidden',
    INVALID_MODULE: 'forbidden',
    TOO_MANY_REQUESTS: 'rate_limited',
    LIMIT_EXCEEDED: 'rate_limited',
    LICENSE_LIMIT_EXCEEDED: 'limit',
    STORAGE_LIMIT_EXCEEDED: 'limit',
    DUPLICATE_DATA: 'conflict',
    RECORD_LOCKED: 'failed',
    INTERNAL_ERROR: 'failed',
    INTERNAL_SERVER_ERROR: 'failed',
  } as const),
);
const statuses: Readonly<Record<number, IntegrationErrorType>> = {
  400: 'invalid',
  401: 'refresh',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};
const keys: Partial<Record<IntegrationErrorType, IntegrationErrorKey>> = {
  refresh: 'signedOut',
  forbidden: 'forbidden',
  not_found: 'gone',
  conflict: 'conflict',
  rate_limited: 'limit',
  limit: 'limit',
  failed: 'failed',
};

/** Where Zoho does not say how long it wants to be left alone. */
const usuallyBusySeconds = 60;
/** Letters of an error of the vendor that are shown. */
const longestDetail = 300;

/** What an answer other than 2xx means, or a record within one that was not taken. `secrets` never come back in its words. */
export function errorOf({ status, headers }: Response, text: string, secrets: readonly string[]): ZohoError {
  return refusalOf(firstOf(text), { status, headers }, secrets);
}

/** The same of what Zoho says of one record. */
export function refusalOf(
  said: Told | null,
  { status, headers }: { readonly status: number; readonly headers: Headers | null },
  secrets: readonly string[],
): ZohoError {
  const type = meanings.get(said?.code ?? '') ?? statuses[status] ?? (status < 400 ? 'invalid' : 'failed');
  const key = keys[type];
  const asked = busyFor(status, headers);
  const plain = withoutSecrets(said?.message ?? '', secrets);
  const at = said?.details.api_name;
  const detail = plain === '' ? `status ${status}` : `${plain}${at === undefined ? '' : ` (${at})`}`;
  const isInternal = said?.code.startsWith('INTERNAL') ?? false;
  const isRefused = (status < 500 && status !== 408 && status !== 409 && !isInternal) || asked !== null;
  return new ZohoError(type, `Zoho: ${detail.slice(0, longestDetail)}`, {
    said,
    retryAfterSeconds: asked ?? (type === 'rate_limited' ? usuallyBusySeconds : null),
    provablyNotTaken: isRefused,
    ...(key === undefined ? {} : { translationKey: key }),
  });
}

function firstOf(text: string): Told | null {
  const body = jsonAnswer(text);
  const within = z.object({ data: z.array(told).min(1).max(100) }).safeParse(body);
  return within.data?.data[0] ?? told.safeParse(body).data ?? null;
}

/** Whether Zoho refused with this code of its own. */
export const isRefusedAs = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof ZohoError && error.code !== null && codes.includes(error.code);
