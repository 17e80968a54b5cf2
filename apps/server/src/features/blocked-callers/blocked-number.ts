import {
  emergencyNumberOf,
  type NumberPlace,
  normalizeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/numbers/dialable.ts';

/** Why a number or prefix cannot be blocked. */
export type BlockProblem = 'INVALID_NUMBER' | 'NEVER_BLOCKED';

/**
 * A number as it is kept, in E.164, read as somebody in the company would dial it; for a prefix its beginning, which was
 * typed with the plus or the international prefix.
 */
export function blockedNumber(
  kind: 'number' | 'prefix',
  typed: string,
  place: NumberPlace,
): { readonly number: string } | { readonly problem: BlockProblem } {
  if (emergencyNumberOf(typed, place) !== null) return { problem: 'NEVER_BLOCKED' };
  const number = kind === 'number' ? normalizeNumber(typed, place) : prefixOf(typed, place);
  return number === null ? { problem: 'INVALID_NUMBER' } : { number };
}

function prefixOf(typed: string, { internationalPrefix }: NumberPlace): string | null {
  const plain = withoutPunctuation(typed);
  const abroad = ['+', internationalPrefix ?? '00'].find((one) => one !== '' && plain.startsWith(one));
  if (abroad === undefined) return null;
  const prefix = `+${plain.slice(abroad.length)}`;
  return /^\+[1-9][0-9]{0,13}$/.test(prefix) ? prefix : null;
}
