import type { CallErrorCode } from '@sidetone/contract/call-errors.ts';
import { isSpecialDial } from '@sidetone/contract/rules/doc-id.ts';
import { dialpadVisibleCharacters } from '@sidetone/contract/rules/limits.ts';
import {
  emergencyNumberOf,
  isDialable,
  type NumberPlace,
  needsAreaCode,
  normalizeNumber,
  withoutPunctuation,
} from '@sidetone/contract/rules/numbers/dialable.ts';
import { withoutSendKey } from '@sidetone/contract/rules/numbers/feature-codes.ts';

/** Why a call can't be started, beyond the codes of the contract: each has words of its own for the user. */
export type DialProblem =
  | Extract<CallErrorCode, 'INVALID_PHONE_NUMBER' | 'ALREADY_IN_CALL' | 'MAX_CALLS_REACHED'>
  | 'EMPTY_NUMBER'
  /** A local number, and the company has no area code. */
  | 'NO_AREA_CODE'
  | 'OWN_NUMBER'
  | 'OFFLINE'
  | 'NOT_SECURE'
  | 'PHONE_NOT_FOUND'
  | 'NO_MICROPHONE'
  | 'NO_SPEAKERS'
  /** Neither microphone nor speakers. */
  | 'NO_AUDIO_DEVICES';

export interface DialGround {
  readonly place: NumberPlace;
  /** The own extension and numbers, as they are stored. */
  readonly ownNumbers: readonly string[];
}

export type Checked = { readonly dialled: string; readonly emergency: boolean } | { readonly problem: DialProblem };

/**
 * The number to dial for typed text: an emergency number, code or short number as it is, else its E.164 form. Emergency
 * numbers pass before any rule could refuse them.
 */
export function checkDialled(typed: string, ground: DialGround): Checked {
  const bare = withoutSendKey(withoutPunctuation(typed));
  if (bare === '') return { problem: 'EMPTY_NUMBER' };
  const help = emergencyNumberOf(bare, ground.place);
  if (help !== null) return { dialled: help, emergency: true };
  if (!isDialable(bare, ground.place)) {
    return { problem: needsAreaCode(bare, ground.place) ? 'NO_AREA_CODE' : 'INVALID_PHONE_NUMBER' };
  }
  const dialled = isSpecialDial(bare) ? bare : normalizeNumber(bare, ground.place);
  if (dialled === null) return { problem: 'INVALID_PHONE_NUMBER' };
  if (ground.ownNumbers.includes(dialled)) return { problem: 'OWN_NUMBER' };
  return { dialled, emergency: false };
}

/** Only digits, star and hash are tones. */
export function isTones(text: string): boolean {
  return /^[0-9*#]+$/.test(text);
}

/** No conference has a longer code, and the exchange takes no more of them together. */
const mostPastedTones = 64;

/** The tones of pasted text, such as `482 913#`; none where it holds anything else, or too many. */
export function tonesIn(pasted: string): string {
  const tones = withoutPunctuation(pasted.trim());
  return isTones(tones) && tones.length <= mostPastedTones ? tones : '';
}

/** The last 14 characters, after an ellipsis where there are more. */
export function lastTyped(typed: string): string {
  return typed.length > dialpadVisibleCharacters ? `…${typed.slice(-dialpadVisibleCharacters)}` : typed;
}
