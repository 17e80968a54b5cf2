import { isValidNumber, type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/dialable.ts';

/** What is wrong with a number that someone typed as a caller id. */
export type CallerIdProblem = 'INVALID_NUMBER' | 'DIRECT_DIAL';

/**
 * Looks at a typed caller id as the server will: `own` are the numbers of the phone, `others` the direct dials of
 * colleagues. Null where nothing is wrong, and while nothing is typed.
 */
export function callerIdProblem(
  typed: string,
  place: NumberPlace,
  own: readonly string[],
  others: readonly string[],
): CallerIdProblem | null {
  const wanted = typed.trim();
  if (wanted === '' || own.includes(wanted)) return null;
  const number = normalizeNumber(wanted, place);
  if (number === null || !isValidNumber(number)) return 'INVALID_NUMBER';
  return !own.includes(number) && others.includes(number) ? 'DIRECT_DIAL' : null;
}
