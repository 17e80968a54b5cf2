import { IntegrationError, type IntegrationErrorType } from '../connector.ts';

/** Whether a vendor failed in one of these ways. */
export const isOf = (error: unknown, ...types: readonly IntegrationErrorType[]): boolean =>
  error instanceof IntegrationError && types.includes(error.type);

/** The same error of a request that certainly did nothing, such as one that comes before the one that writes, or that may have. */
export function retold(cause: IntegrationError, provablyNotTaken: boolean, type = cause.type): IntegrationError {
  const { detail, translationKey, retryAfterSeconds } = cause;
  return new IntegrationError(type, detail, {
    cause,
    retryAfterSeconds,
    provablyNotTaken,
    ...(translationKey === undefined ? {} : { translationKey }),
  });
}

const passing: readonly string[] = [
  'general_error',
  'internal_error',
  'rate_limit_exceeded',
  'server_error',
  'temporarily_unavailable',
  'unknown_error',
];

/** Whether an error of a token endpoint is over in a minute, and signs nobody out. */
export const isPassing = (error: string): boolean => passing.includes(error);

/** What a vendor says, without what must never be shown. */
export const withoutSecrets = (words: string, secrets: readonly string[]): string =>
  secrets.reduce((all, secret) => (secret === '' ? all : all.replaceAll(secret, '…')), words);
