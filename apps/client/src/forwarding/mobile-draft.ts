import type { DestinationProblem } from '@sidetone/contract/entities/channel-routing.ts';
import type { AlongMobile } from '@sidetone/contract/entities/line-forwarding.ts';
import { type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';

/** The mobile that rings along, as it is being entered. */
export interface MobileDraft extends Omit<AlongMobile, 'number'> {
  /** As it was typed. */
  readonly number: string;
}

/** What is wrong with the number of a mobile. */
export type MobileProblem = 'number' | Extract<DestinationProblem, 'ownNumber' | 'noTrunk' | 'barred'>;

export const mobileDraftOf = (saved: AlongMobile | null): MobileDraft =>
  saved ?? { isOn: false, number: '', afterSeconds: 0, inShared: false };

/** The mobile that a draft means at this place; null: none. `number`: it has to be entered again. */
export function mobileOf(draft: MobileDraft, place: NumberPlace): AlongMobile | null | 'number' {
  if (draft.number.trim() === '' && !draft.isOn) return null;
  const number = normalizeNumber(draft.number, place);
  return number === null ? 'number' : { ...draft, number };
}

const known: ReadonlySet<string> = new Set(['ownNumber', 'noTrunk', 'barred']);

/** What the server found wrong with it. */
export const mobileProblemOf = (issues: readonly { path: string; message: string }[]): MobileProblem | null => {
  const issue = issues.find(({ path }) => path === 'mobile.number');
  if (!issue) return null;
  return known.has(issue.message) ? (issue.message as MobileProblem) : 'number';
};
