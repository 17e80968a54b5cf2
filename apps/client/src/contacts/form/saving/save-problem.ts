import { type ApiError, type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { saidOf } from '../../integration-problem.ts';

/** The report of a refused save; the words are under `contactForm.failed`. */
export type SaveToast =
  | 'conflict'
  | 'stale'
  | 'gone'
  | 'emailTaken'
  | 'unreached'
  | 'tooMany'
  | 'phoneType'
  | 'forbidden'
  | 'noGrant'
  | 'integration'
  | 'refresh'
  | 'create'
  | 'update';

export type SaveProblem =
  /** The server was not reached, or perhaps was. */
  | { readonly kind: 'unreached' }
  /** Another contact has the email address. */
  | { readonly kind: 'emailTaken' }
  /** Another user may have changed the contact in the meantime. */
  | { readonly kind: 'maybeStale' }
  /** The refused fields, by their path in the body. */
  | { readonly kind: 'fields'; readonly paths: readonly string[] }
  | { readonly kind: 'toast'; readonly toast: SaveToast };

/** Refused before anything was written. After any other error the contact may exist already. */
const refusedBefore: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'VALIDATION_FAILED',
  'INVALID_NUMBER',
  'INVALID_PHONE_TYPE',
  'TOO_MANY_NUMBERS',
  'EMAIL_CONFLICT',
  'CONFLICT',
  'FORBIDDEN',
  'NOT_FOUND',
  'INTEGRATION_REFRESH',
]);

/** Whether the contact may have been written although the save did not succeed. */
export const mayBeWritten = (error: unknown): boolean => !refusedBefore.has(codeOf(error));

/** The problem of a save that did not succeed (specification 8). */
export function saveProblem(error: unknown, doing: 'create' | 'update', mayWrite: boolean): SaveProblem {
  const code = codeOf(error);
  const toast = (of: SaveToast): SaveProblem => ({ kind: 'toast', toast: of });
  switch (code) {
    case 'NETWORK':
    case 'TIMEOUT':
      return { kind: 'unreached' };
    case 'EMAIL_CONFLICT':
      return { kind: 'emailTaken' };
    case 'CONFLICT':
      return doing === 'update' ? { kind: 'maybeStale' } : toast('conflict');
    case 'TOO_MANY_NUMBERS':
      return toast('tooMany');
    case 'INVALID_PHONE_TYPE':
      return toast('phoneType');
    case 'FORBIDDEN':
      return toast(mayWrite ? 'forbidden' : 'noGrant');
    case 'INTEGRATION_REFRESH':
      return toast('refresh');
    case 'NOT_FOUND': {
      const said = saidOf(error);
      // Where no address book answers, the contact is not gone.
      if (said !== null && said.translationKey !== 'gone') return toast(doing);
      return toast(doing === 'update' ? 'gone' : 'integration');
    }
    case 'INVALID_NUMBER':
    case 'VALIDATION_FAILED': {
      const paths = (error as ApiError).issues.map(({ path }) => path);
      return paths.length > 0 ? { kind: 'fields', paths } : toast(doing);
    }
    default:
      return toast(doing);
  }
}
