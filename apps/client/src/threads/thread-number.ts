import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';
import {
  isDialable,
  type NumberPlace,
  normalizeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/dialable.ts';

/** The number of an address as calls keep it: E.164, or as it is where it is a short one, a code or no number at all. */
export function numberOfAddress(typed: string, place: NumberPlace): string {
  return normalizeNumber(typed, place) ?? (withoutPunctuation(typed) || typed);
}

/** By which number to call someone: the one of the newest call, else their first. Null where none is known. */
export function bestNumber(
  numbers: ThreadInfo['phoneNumbers'],
  newestCall: string | null,
): ThreadInfo['phoneNumbers'][number] | null {
  return numbers.find(({ number }) => number === newestCall) ?? numbers[0] ?? null;
}

/** The same where a call can be started to it: an address may have anything in place of a number. Else null. */
export function callableNumber(
  best: ThreadInfo['phoneNumbers'][number] | null,
  place: NumberPlace,
): ThreadInfo['phoneNumbers'][number] | null {
  return best !== null && isDialable(best.number, place) ? best : null;
}
