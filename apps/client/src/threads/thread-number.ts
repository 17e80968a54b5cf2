import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';
import {
  isDialable,
  type NumberPlace,
  normalizeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/numbers/dialable.ts';

/**
 * The number of an address as calls keep it: E.164, or unchanged where it is a short number, a code or no number at
 * all.
 */
export function numberOfAddress(typed: string, place: NumberPlace): string {
  return normalizeNumber(typed, place) ?? (withoutPunctuation(typed) || typed);
}

/** The number to call someone at: that of the newest call, else their first. Null where none is known. */
export function bestNumber(
  numbers: ThreadInfo['phoneNumbers'],
  newestCall: string | null,
): ThreadInfo['phoneNumbers'][number] | null {
  return numbers.find(({ number }) => number === newestCall) ?? numbers[0] ?? null;
}

/** The same where it can be called, since an address may contain anything in place of a number; else null. */
export function callableNumber(
  best: ThreadInfo['phoneNumbers'][number] | null,
  place: NumberPlace,
): ThreadInfo['phoneNumbers'][number] | null {
  return best !== null && isDialable(best.number, place) ? best : null;
}
