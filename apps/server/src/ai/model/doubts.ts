import type { Language, SpokenCall, Utterance } from '../basic/call.ts';
import { lexicons } from '../basic/lexicons.ts';
import { plain, stemsOf } from '../basic/words.ts';
import { type CheckedPoint, type Doubt, doubtIn, type Proof } from '../evidence/check.ts';
import { hasForeignAddress } from './clean-text.ts';

/**
 * Why a point of a model is dropped, besides what holds for every point. `order`: its evidence speaks to a machine.
 * `unsaid`: its evidence speaks of something else. `long`: nobody says so much in one point. `repeat`: it is there already.
 */
export type ModelDoubt = Doubt | 'order' | 'unsaid' | 'long' | 'repeat' | 'empty';

const longestText = 400;
/** So much of what a point says has to be in its evidence by the same words. */
const leastSaid = 0.4;

/** Checks points of a model against a call. */
export interface PointCheck {
  /** Null where nothing is wrong. */
  doubtIn(point: CheckedPoint): ModelDoubt | null;
}

/** `language`: what the points are written in; of another one than the call's, words cannot be compared. */
export function pointCheck(call: SpokenCall, language: Language): PointCheck {
  const parties = [call.user, call.remote];
  const proof: Proof = { ...call, parties, names: [] };
  const byId = new Map(call.utterances.map((each) => [each.id, each]));
  const names = parties.map(({ name, organization }) => `${name ?? ''} ${organization ?? ''}`).join(' ');
  const known = stemsOf(names, call.language);
  return {
    doubtIn(point) {
      if (point.text === '') return 'empty';
      if (point.text.length > longestText) return 'long';
      const doubt = doubtIn(point, proof);
      if (doubt !== null) return doubt;
      const rests = point.evidence.flatMap((id) => byId.get(id) ?? []);
      if (rests.some((each) => isOrder(each, call.language))) return 'order';
      const said = rests.map(({ text }) => text).join(' \n ');
      if (hasForeignAddress(point.text, said)) return 'link';
      if (language !== call.language) return null;
      return isSaid(stemsOf(point.text, language), stemsOf(said, language), known) ? null : 'unsaid';
    },
  };
}

/** People ask each other for much, but not for what a summary has to say. */
const asksSummary =
  /(?<!\p{L})(?:(?:in|into|to) the (?:summary|transcript)|in (?:die|der) zusammenfassung|ins (?:transkript|protokoll der ki)|(?:summary|zusammenfassung) (?:must|should|has to|soll|muss)|(?:to|an) (?:the|die) (?:ai|ki)(?!\p{L}))/u;

/** Of what is said to a machine nothing is believed, however well it is quoted. */
const isOrder = ({ text }: Utterance, language: Language): boolean =>
  lexicons[language].machine.test(plain(text)) || asksSummary.test(plain(text));

/** Names of the two help a point that says something; alone they say nothing, and callers choose theirs themselves. */
function isSaid(stems: readonly string[], said: readonly string[], names: readonly string[]): boolean {
  if (stems.length === 0) return true;
  const isIn = (words: readonly string[]) => (stem: string) => words.some((each) => isAlike(stem, each));
  const others = stems.filter((stem) => !isIn(names)(stem));
  const there = stems.filter(isIn([...said, ...names])).length;
  const heard = stems.filter(isIn(said)).length;
  return heard > 0 && there >= leastSaid * stems.length && (others.length === 0 || others.some(isIn(said)));
}

/** The same stem, or one within the other, as German puts words together. */
const isAlike = (one: string, other: string): boolean =>
  one === other || (one.length >= 4 && other.includes(one)) || (other.length >= 4 && one.includes(other));
