import type { SmallTalkTheme } from './call.ts';

/** What a question asks for, by its first words. */
export type Wanted = 'day' | 'number' | 'amount' | 'place' | 'person' | 'thing';

/**
 * The words of one language that the analysis goes by. Patterns are tried on a sentence as `plain` in words.ts writes it: lower
 * case, short forms written out, single spaces.
 */
export interface Lexicon {
  /** Words that say nothing about what a call is about. */
  readonly fillers: ReadonlySet<string>;
  /** Endings that are cut off, the longest first. */
  readonly endings: readonly string[];
  /** What abbreviations end with a full stop that ends no sentence. */
  readonly abbreviations: ReadonlySet<string>;
  readonly months: readonly string[];
  readonly weekdays: readonly string[];
  readonly greeting: RegExp;
  readonly farewell: RegExp;
  readonly thanks: RegExp;
  /** Someone says why they call. */
  readonly purpose: RegExp;
  readonly problem: RegExp;
  readonly decision: RegExp;
  readonly need: RegExp;
  /** Someone talks to a machine that may be listening. */
  readonly machine: RegExp;
  /** The speaker says that they will do something. */
  readonly promise: RegExp;
  /** Looks like one, and is none: a courtesy, a guess, something done already. */
  readonly noPromise: RegExp;
  /** The speaker asks the other side to do something. */
  readonly request: RegExp;
  /** The speaker offers to do something. */
  readonly offer: RegExp;
  /** The other side wants what was offered. */
  readonly acceptance: RegExp;
  /** It is asked for words, which the other side says right away. */
  readonly asksForWords: RegExp;
  /** "Yes", "no" and the like at the beginning of an answer. */
  readonly reply: RegExp;
  readonly smallTalk: RegExp;
  readonly themes: Readonly<Record<SmallTalkTheme, RegExp>>;
  readonly questionWords: readonly (readonly [RegExp, Wanted])[];
  /** Questions of yes or no, which are never answered by quotes. */
  readonly yesOrNo: RegExp;
  readonly place: RegExp;
  readonly amount: RegExp;
  readonly clock: RegExp;
  /** Words before a noun in which this language shows that it is one. */
  readonly articles: ReadonlySet<string>;
  readonly mood: MoodWords;
}

export interface MoodWords {
  readonly good: ReadonlySet<string>;
  readonly bad: ReadonlySet<string>;
  /** Turn the next words round. */
  readonly not: ReadonlySet<string>;
  readonly strong: ReadonlySet<string>;
}
