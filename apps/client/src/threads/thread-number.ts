import type { ThreadInfo } from '@sidetone/contract/entities/thread.ts';
import { type NumberPlace, normalizeNumber, withoutPunctuation } from '@sidetone/contract/rules/dialable.ts';

/** The number of an address as calls keep it: E.164, or as it is where it is a short one, a code or no number at all. */
export function numberOfAddress(typed: string, place: NumberPlace): string {
  return normalizeNumber(typed, place) ?? (withoutPunctuation(typed) || typed);
}

/** By which number to call somebody: the one of the newest call, else their first. Null where none is known. */
export function bestNumber(
  numbers: ThreadInfo['phoneNumbers'],
  newestCall: string | null,
): ThreadInfo['phoneNumbers'][number] | null {
  return numbers.find(({ number }) => number === newestCall) ?? numbers[0] ?? null;
}
