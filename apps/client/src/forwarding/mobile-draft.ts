import type { DestinationProblem } from '@sidetone/contract/entities/channel-routing.ts';
import type { AlongMobile } from '@sidetone/contract/entities/line-forwarding.ts';
import { type NumberPlace, normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';

/** A number that rings along, as it is being entered. */
export interface MobileDraft extends Omit<AlongMobile, 'number'> {
  /** As it was typed. */
  readonly number: string;
}

/** What is wrong with a number that rings along, by what has to be entered again. */
export type MobileProblem =
  | 'number'
  | 'twice'
  | 'times'
  | Extract<DestinationProblem, 'ownNumber' | 'noTrunk' | 'barred'>;

export const emptyMobile: MobileDraft = { isOn: false, number: '', afterSeconds: 0, times: null, inShared: false };

/** There is always one to fill in. */
export const mobileDraftsOf = (saved: readonly AlongMobile[]): readonly MobileDraft[] =>
  saved.length === 0 ? [emptyMobile] : saved;

/** The numbers that drafts mean at this place, without those that are empty and off, and what is wrong, by the places of drafts. */
export function mobilesOf(drafts: readonly MobileDraft[], place: NumberPlace) {
  const mobiles: AlongMobile[] = [];
  const wrong = new Map<number, MobileProblem>();
  for (const [at, draft] of drafts.entries()) {
    if (isEmpty(draft)) continue;
    const number = normalizeNumber(draft.number, place);
    const { times } = draft;
    if (number === null) wrong.set(at, 'number');
    else if (mobiles.some((mobile) => mobile.number === number)) wrong.set(at, 'twice');
    else if (times !== null && (times.days.length === 0 || times.from === times.until)) wrong.set(at, 'times');
    else mobiles.push({ ...draft, number });
  }
  return { mobiles, wrong };
}

const isEmpty = ({ isOn, number }: MobileDraft): boolean => number.trim() === '' && !isOn;

const known: ReadonlySet<string> = new Set(['ownNumber', 'noTrunk', 'barred']);

/** What the server found wrong with what these drafts mean, by their places. */
export const mobileProblemsOf = (
  issues: readonly { path: string; message: string }[],
  drafts: readonly MobileDraft[],
): ReadonlyMap<number, MobileProblem> => {
  const sent = [...drafts.keys()].filter((at) => drafts[at] && !isEmpty(drafts[at]));
  return new Map(
    issues.flatMap(({ path, message }) => {
      const at = sent[Number(/^mobiles\.(\d+)\./.exec(path)?.[1] ?? -1)];
      if (at === undefined) return [];
      return [[at, known.has(message) ? (message as MobileProblem) : 'number'] as const];
    }),
  );
};
