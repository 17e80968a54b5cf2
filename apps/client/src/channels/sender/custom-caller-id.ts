import { isValidNumber, type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';

/** The problem of a number that was typed as a caller ID. */
export type CallerIdProblem = 'INVALID_NUMBER' | 'DIRECT_DIAL';

/**
 * Checks a typed caller ID as the server will: `own` are the numbers of the phone, `others` the direct numbers of
 * colleagues. Null where it is valid, and while nothing is typed.
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
