import { type ApiError, type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { saidOf } from '../../integration-problem.ts';

/** What a refused save is told as; the words stand under `contactForm.failed`. */
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
  /** The server was not reached, or nobody knows whether it was. */
  | { readonly kind: 'unreached' }
  /** The address is in another contact. */
  | { readonly kind: 'emailTaken' }
  /** Someone may have changed the contact in the meantime. */
  | { readonly kind: 'maybeStale' }
  /** Fields of what was sent, by their path. */
  | { readonly kind: 'fields'; readonly paths: readonly string[] }
  | { readonly kind: 'toast'; readonly toast: SaveToast };

/** Refused before anything was written. Whatever else is answered, the contact may be there already. */
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

/** Whether what was sent may have been written although the save did not succeed. */
export const mayBeWritten = (error: unknown): boolean => !refusedBefore.has(codeOf(error));

/** What became of a save that did not succeed (specification 8). */
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
      // Nobody is gone where no address book answers any more.
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
