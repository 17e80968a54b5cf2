import type { IntegrationErrorKey } from '@sidetone/contract/rules/integration-errors.ts';
import { IntegrationError, type IntegrationErrorType } from '../connector.ts';

/** The bridge has no route for it, or its CRM nothing behind it. Nothing was done. */
export class NotOffered extends IntegrationError {
  constructor(detail: string) {
    super('forbidden', detail, { translationKey: 'forbidden', provablyNotTaken: true });
    this.name = 'NotOffered';
  }
}

interface Refused {
  readonly status: number;
  /** The words of the answer, without secrets. */
  readonly says: string;
  /** A 401 that counts. */
  readonly isSignedOut: boolean;
  readonly retryAfterSeconds: number | null;
}

interface Meaning {
  readonly type: IntegrationErrorType;
  readonly translationKey?: IntegrationErrorKey;
  /** Nothing was written. */
  readonly isSure: boolean;
}

/** What the newer interface says with status 452, in its own words. */
const told: Readonly<Record<string, Meaning>> = {
  'integration/invalid-url': { type: 'invalid_url', translationKey: 'invalidUrl', isSure: true },
  'integration/refresh-error': { type: 'refresh', translationKey: 'signedOut', isSure: true },
  'integration/unauthorized-error': { type: 'refresh', translationKey: 'signedOut', isSure: true },
  'integration/configuration-error': { type: 'forbidden', translationKey: 'forbidden', isSure: true },
  'integration/error/forbidden': { type: 'forbidden', translationKey: 'forbidden', isSure: true },
  'integration/error/license-access-limited': { type: 'limit', translationKey: 'limit', isSure: true },
  'integration/error/unavailable': { type: 'failed', translationKey: 'failed', isSure: false },
  'entity/error/conflict': { type: 'conflict', translationKey: 'conflict', isSure: false },
  'entity/not-found': { type: 'not_found', translationKey: 'gone', isSure: true },
  'contact/create-error/conflict': { type: 'conflict', translationKey: 'conflict', isSure: true },
  'contact/create-error/email-conflict': { type: 'email_conflict', isSure: true },
  'contact/error/too-many-numbers': { type: 'too_many_numbers', isSure: true },
  'contact/error/invalid-phone-type': { type: 'invalid_phone_type', isSure: true },
  'contact/error/phonenumber-exists': { type: 'conflict', translationKey: 'conflict', isSure: true },
};

/** A list that is not ready yet is asked for again after this long. */
const collectingSeconds = 20;

/** What an answer that is none of the good ones means. */
export function errorOf({ status, says, isSignedOut, retryAfterSeconds }: Refused): IntegrationError {
  const detail = `The bridge: ${says === '' ? `status ${status}` : says}`;
  if (isMissing(status, says)) return new NotOffered(detail);
  const meaning = isSignedOut
    ? signedOut
    : (status === 452 && Object.hasOwn(told, says) && told[says]) || meaningOf(status);
  return new IntegrationError(meaning.type, detail, {
    ...(meaning.translationKey === undefined ? {} : { translationKey: meaning.translationKey }),
    retryAfterSeconds: status === 408 ? collectingSeconds : retryAfterSeconds,
    provablyNotTaken: meaning.isSure,
  });
}

/** The list of contacts is still being made. */
export const stillCollecting = (): IntegrationError =>
  new IntegrationError('failed', 'The bridge is still collecting its contacts', {
    translationKey: 'stillCollecting',
    retryAfterSeconds: collectingSeconds,
  });

/** Some bridges answer with 401 whatever went wrong, also after they have written. */
const signedOut: Meaning = { type: 'refresh', translationKey: 'signedOut', isSure: false };

/** Routes that a bridge leaves out are said in three ways, one of them that of the server program for paths that it does not know. */
const isMissing = (status: number, says: string): boolean =>
  status === 501 ||
  (status === 500 && says === 'Method not implemented') ||
  (status === 404 && /Cannot (GET|POST|PUT|DELETE) \//.test(says));

function meaningOf(status: number): Meaning {
  switch (status) {
    case 403:
      return { type: 'forbidden', translationKey: 'forbidden', isSure: true };
    case 404:
      return { type: 'not_found', translationKey: 'gone', isSure: true };
    case 408:
      return { type: 'failed', translationKey: 'stillCollecting', isSure: false };
    case 409:
      return { type: 'conflict', translationKey: 'conflict', isSure: false };
    case 429:
      return { type: 'rate_limited', translationKey: 'limit', isSure: true };
    case 400:
    case 422:
      return { type: 'invalid', isSure: true };
    default:
      return { type: 'failed', translationKey: 'failed', isSure: false };
  }
}
